/** A call of a driver has not done or shown what it was asked for. */
export class CallFailed extends Error {
  /**
   * `refused`: the target said no to what changes something. `unseen`: it was asked what it shows, and said no or what nobody
   * can read. `silent`: no answer; of what changes something also where one was lost on the way: it may have happened, or
   * may happen at any later time. So may what was refused in part and could not be taken back.
   */
  readonly kind: 'refused' | 'unseen' | 'silent';
  /** Of a request that was refused. */
  readonly status: number | undefined;

  constructor(kind: CallFailed['kind'], why: string, status?: number) {
    super(why);
    this.kind = kind;
    this.status = status;
  }
}
