import {
  afterReturn,
  always,
  atLastPlace,
  atPlace,
  beyondPlace,
  byLarger,
  emptied,
  every,
  inListLongerThan,
  notFirst,
  ofGroup,
  ofUser,
  omitting,
  oneIn,
  permanent,
  preserved,
  saidAs,
  saying,
  temporary,
  underLoad,
  withMessages,
  withOthersLast,
  withOwnLast,
  withUnread,
} from './conditions.ts';
import { forgettingOrder, taking } from './deeds.ts';
import type { Fault } from './fault.ts';
import { onReset } from './scene.ts';
