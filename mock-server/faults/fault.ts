import type { Behaviour, ChatState } from '../../core/index.ts';
import type { HttpReply, HttpRequest } from '../http-message.ts';

/** A single way of being wrong: a server with it breaks one thing that the spec says, and nothing else. */
export interface Fault<Name extends string = string> extends NamelessFault {
  /** Says in kebab-case what the server does wrong; what a caller asks for it by. */
  readonly name: Name;
  /** The id of the conformance requirement that it breaks. */
  readonly requirement: string;
}

export interface NamelessFault {
  /** What the server has to choose where the spec is silent, so that the fault can show; else anything goes. */
  readonly under?: Partial<Behaviour>;
  /** The smallest budget of a conformance run that is sure to meet it; `quick` when left out. */
  readonly budget?: 'default' | undefined;
  /** Milliseconds that each request takes before anything is done, so that requests pile up under load. */
  readonly delay?: number;
  /** Answers a request in place of the healthy server. */
  readonly apply: (request: HttpRequest, server: BrokenServer) => HttpReply | Promise<HttpReply>;
}

/** What a fault may use of the server that it breaks. */
export interface BrokenServer {
  /** The healthy server. */
  readonly next: (request: HttpRequest) => HttpReply;
  /** What it chooses where the spec is silent. */
  readonly behaviour: Behaviour;
  /** The key that opens the door. */
  readonly apiKey: string;
  /** The uids of all users, and those of the members of a group. */
  readonly users: () => readonly string[];
  readonly members: (guid: string) => readonly string[];
  /** The next number from 0 to 1 of a stream that the seed decides. */
  readonly chance: () => number;
  /** For whatever the fault has to remember; one for each server. */
  readonly memory: Map<string, unknown>;
  /** Requests that have come and are not answered yet, this one included. */
  readonly inFlight: () => number;
  readonly state: () => ChatState;
  readonly change: (change: (state: ChatState) => ChatState) => void;
  /** Does something so many milliseconds later, whether the server still runs then or not. */
  readonly later: (milliseconds: number, act: () => void) => void;
}

/** The faults of a family: by the requirement that they break, and by their names. */
export const faultsOf = <const All extends Family>(family: All): readonly Fault<NameIn<All>>[] =>
  Object.entries(family).flatMap(([requirement, faults]) =>
    Object.entries(faults).map(([name, fault]) => ({ name: name as NameIn<All>, requirement, ...fault })),
  );

type Family = Readonly<Record<string, Readonly<Record<string, NamelessFault>>>>;
type NameIn<All extends Family> = { [Requirement in keyof All]: keyof All[Requirement] & string }[keyof All];
