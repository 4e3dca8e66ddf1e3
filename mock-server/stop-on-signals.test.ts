import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { stopOnSignals } from './stop-on-signals.ts';

describe('stopOnSignals', () => {
  it.each([
    ['one signal', [[0, 'SIGINT']], ['finish']],
    ['the other one', [[0, 'SIGTERM']], ['finish']],
    [
      'one Ctrl-C that arrives twice',
      [
        [0, 'SIGINT'],
        [500, 'SIGINT'],
      ],
      ['finish'],
    ],
    [
      'a second demand',
      [
        [0, 'SIGINT'],
        [501, 'SIGTERM'],
      ],
      ['finish', 'cut'],
    ],
  ] as const)('should take %s for what it is', (_, signals, wanted) => {
    const process = new EventEmitter();
    const done: string[] = [];
    let time = 0;
    stopOnSignals(process, { finish: () => done.push('finish'), cut: () => done.push('cut') }, () => time);
    for (const [at, signal] of signals) {
      time = at;
      process.emit(signal);
    }
    expect(done).toEqual(wanted);
  });
});
