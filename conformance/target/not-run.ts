/** Nothing can be judged, for the reason in the message. */
export class NotRun extends Error {}
