import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { stopOnSignals } from './stop-on-signals.ts';

// What one signal does, and the same Ctrl-C twice, is shown by the command: main.test.ts.
it('should cut what is in flight at a second demand', () => {
  const process = new EventEmitter();
  const done: string[] = [];
  let time = 0;
  stopOnSignals(process, { finish: () => done.push('finish'), cut: () => done.push('cut') }, () => time);
  for (const at of [0, 500, 501]) {
    time = at;
    process.emit('SIGINT');
  }
  expect(done).toEqual(['finish', 'cut']);
});
