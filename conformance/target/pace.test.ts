import { expect, it } from 'vitest';
import { manualClock } from '../testing/manual-clock.ts';
import { createPace } from './pace.ts';

const usual = { isTidying: false, signal: undefined };

it('lets out so many requests a second, and no more', async () => {
  const clock = manualClock();
  const pace = createPace({ rate: 5, clock });
  let sent = 0;
  for (let request = 0; request < 40; request += 1) {
    void pace.enter(usual).then((leave) => {
      sent += 1;
      leave();
    });
  }
  await clock.pass(999);
  expect(sent).toBe(5);
  await clock.pass(2_000);
  expect(sent).toBe(15);
});

it('lets somebody who tidies up pass while the target asks to wait', async () => {
  const clock = manualClock();
  const pace = createPace({ clock });
  pace.hold(30_000, 429, 0);
  const tidied = pace.enter({ isTidying: true, signal: undefined });
  await clock.pass(0);
  await tidied;
});

it('lets fewer in at once after each wish to wait, and more while there are answers', async () => {
  const clock = manualClock();
  const pace = createPace({ clock });
  const leaves = await Promise.all(Array.from({ length: 8 }, () => pace.enter(usual)));
  pace.hold(1_000, 429, 0);
  pace.hold(1_000, 429, 0);
  for (const leave of leaves) leave();
  let inside = 0;
  const enter = () => void pace.enter(usual).then(() => (inside += 1));
  for (let request = 0; request < 8; request += 1) enter();
  await clock.pass(999);
  expect(inside).toBe(0);
  await clock.pass(101);
  expect(inside).toBe(4);
  for (let answer = 0; answer < 5; answer += 1) pace.flow();
  await clock.pass(200);
  expect(inside).toBe(5);
});

it.each([
  ['all were asked for so long since the last answer', 0, 55_000],
  ['this request was put off for so long', 6_000, 54_000],
])('knows when waiting is too long: %s', async (_, putOffMs, mostMs) => {
  const clock = manualClock();
  const pace = createPace({ clock });
  const holdThrice = async () => {
    pace.hold(2_000, 429, 0);
    pace.hold(3_000, 429, 0);
    await clock.pass(4_000);
    pace.hold(2_000, 429, 0);
  };
  await holdThrice();
  expect(pace.hold(mostMs + 1, 429, putOffMs)).toBe(false);
  expect(pace.hold(1, 429, 0)).toBe(false);
  pace.flow();
  await holdThrice();
  expect(pace.hold(mostMs, 429, putOffMs)).toBe(true);
});

it('forgets whoever does not want to be sent any more', async () => {
  const clock = manualClock();
  const pace = createPace({ clock });
  pace.hold(1_000, 503, 0);
  const stop = new AbortController();
  const gone = pace.enter({ isTidying: false, signal: stop.signal });
  const staying = pace.enter(usual);
  stop.abort(new Error('stopped'));
  await expect(gone).rejects.toThrow('stopped');
  await clock.pass(1_100);
  await staying;
});
