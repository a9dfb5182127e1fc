import { beforeAll, describe, expect, test } from '@jest/globals';
import { limits } from '../../../common/constants.ts';
import { type Person, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab, type Tab } from '../../testing/tabs.ts';
import { createPacketMeter, type Verdict } from './socketLimits.ts';

describe('a tab’s packets', () => {
  /** The verdicts on this many packets in each second. */
  function verdictsOn(meter: (now: number) => Verdict, counts: readonly number[], start = 0): Verdict[][] {
    return counts.map((count, second) =>
      Array.from({ length: count }, (_, index) => meter(start + second * 1000 + (index * 1000) / count)),
    );
  }
  const countOf = (verdicts: Verdict[], verdict: Verdict) => verdicts.filter((one) => one === verdict).length;

  test('are read up to twice the limit, and then dropped', () => {
    const [verdicts = []] = verdictsOn(createPacketMeter(20), [100]);

    expect([countOf(verdicts, 'read'), countOf(verdicts, 'drop'), countOf(verdicts, 'disconnect')]).toEqual([
      40, 60, 0,
    ]);
  });

  test('disconnect the tab when they exceed the limit for five seconds', () => {
    const seconds = verdictsOn(createPacketMeter(20), [21, 21, 100, 21, 21, 21]);

    expect(seconds.slice(0, 5).flat()).not.toContain('disconnect');
    expect(seconds[5]?.at(-1)).toBe('disconnect');
  });

  test.each([
    ['within the limit', 20],
    ['without packets', 0],
  ])('do not disconnect it after a second %s', (_what, calm) => {
    const seconds = verdictsOn(createPacketMeter(20), [50, 50, 50, calm, 50, 50, 50, 50]);

    expect(seconds.flat()).not.toContain('disconnect');
  });

  test('within the limit are always read', () => {
    const seconds = verdictsOn(createPacketMeter(20), Array(30).fill(20));

    expect(new Set(seconds.flat())).toEqual(new Set(['read']));
  });
});

describe('a socket', () => {
  const server = setUpServer({ env: { RATE_LIMIT: '1' } });
  let ana: Person;
  beforeAll(async () => {
    ana = await signUp(server);
  });

  test('that floods the server gets few answers, and is disconnected after five seconds (P26)', async () => {
    const tab = await openTab(server, ana);
    const replies: unknown[] = [];
    const flood = setInterval(() => {
      for (let index = 0; index < 10; index += 1) {
        tab.socket.emit('sync', { folders: {}, userRev: 0 }, (reply) => replies.push(reply));
      }
    }, 20);

    await tab.whenCut();
    clearInterval(flood);

    // About 3,000 messages were sent. At most forty are answered in each of five to seven seconds.
    expect(replies.length).toBeGreaterThanOrEqual(100);
    expect(replies.length).toBeLessThanOrEqual(7 * 40);
    const again = await openTab(server, ana);
    expect((await again.sync()).gone).toEqual([]);
    again.close();
  });

  test('is refused as a user’s fifty-first on a node, until another one closes (P22)', async () => {
    const tabs: Tab[] = [];
    for (let index = 0; index < limits.socketsPerPerson; index += 1) tabs.push(await openTab(server, ana));

    const refused = await openTab(server, ana).catch((error: Error) => error.message);
    const ofAnother = await openTab(server, await signUp(server, 'Ben'));
    tabs.pop()?.close();
    const replies = await Promise.all(tabs.map((tab) => tab.sync()));

    expect(refused).toBe('too_many_tabs');
    expect(replies).toHaveLength(limits.socketsPerPerson - 1);
    const last = await openTab(server, ana);
    for (const tab of [...tabs, ofAnother, last]) tab.close();
  });

  test('never exceeds the limit when many open at once', async () => {
    const opened = await Promise.allSettled(Array.from({ length: 70 }, () => openTab(server, ana)));

    const tabs = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const tab of tabs) tab.close();
    expect(tabs).toHaveLength(limits.socketsPerPerson);
  });
});
