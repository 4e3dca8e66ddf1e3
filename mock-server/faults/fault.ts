import type { Behaviour, ChatState } from '../../core/index.ts';
import type { Delivery, HttpReply, HttpRequest } from '../http-message.ts';
import type { AskedReset } from './asked-reset.ts';

/** A single way of being wrong: a server with it breaks one thing that the spec says, and nothing else. */
export type Fault = NamelessFault & {
  /** In kebab-case; what a caller asks for it by. */
  readonly name: string;
};

export type FaultsByName = Readonly<Record<string, NamelessFault>>;

type NamelessFault = {
  /** What the server does wrong, in a sentence. */
  readonly about: string;
  /** The id of the conformance requirement that it breaks. */
  readonly requirement: string;
  /** What the server has to choose where the spec is silent, so that the fault can show; else anything goes. */
  readonly under?: Partial<Behaviour>;
  /** The smallest budget of a conformance run that is sure to meet it; `quick` when left out. */
  readonly budget?: 'default';
} & (
  | { readonly needs?: never; readonly misbehave: Misbehaviour<Trespass> }
  /** The state of the server has to lie open. */
  | { readonly needs: 'state'; readonly misbehave: Misbehaviour<StateTrespass> }
);

/** Stands in front of a healthy server, or around its state, and answers in its place. */
export type Misbehaviour<Context> = (request: HttpRequest, next: Next, context: Context) => Promise<FaultyReply>;

/** Turns a request for a reset into one that a healthy server confirms; undefined where that is not wanted. */
export type Mend = (request: HttpRequest, reset: AskedReset, context: Trespass) => HttpRequest | undefined;

/** The healthy server. Over a state, the effect is there as soon as it is called. */
export type Next = (request: HttpRequest) => Promise<HttpReply>;

/** What a fault may use beside the healthy server. */
export interface Trespass {
  /** The next number from 0 to 1 of a stream that the seed decides. */
  readonly chance: () => number;
  /** For whatever the fault has to remember; one for each server. */
  readonly memory: Map<string, unknown>;
  /** The key that opens the door. */
  readonly apiKey: string;
  /** Requests that have come and are not answered yet, this one included. */
  readonly inFlight: () => number;
  readonly members: (guid: string) => readonly string[];
  readonly users: () => readonly string[];
  /** To be called whenever the server really does wrong. */
  readonly reached: () => void;
}

export interface StateTrespass extends Trespass {
  readonly cell: Cell;
}

/** The one mutable place of a mock server. */
export interface Cell {
  state: ChatState;
}

/** A reply may be of a media type that no healthy one has. */
export type FaultyReply = HttpReply & Pick<Delivery, 'contentType'>;
