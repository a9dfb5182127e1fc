import { inParallel } from '../lib/benchmark.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { openTab } from '../lib/tab.ts';

export interface FanOutArgs {
  port: number;
  /** One cookie for each tab. */
  cookies: string[];
  itemId: string;
  rounds: number;
}

export interface FanOutResult {
  /** Milliseconds of each round from the PATCH to its answer, and to its arrival in the last tab. */
  answers: number[];
  lasts: number[];
  message: string;
}

/** Longer than the time in which the server collects changes into one event. */
const PAUSE_MS = 30;

export async function run({ port, cookies, itemId, rounds }: FanOutArgs): Promise<FanOutResult> {
  let heard = 0;
  let message = '';
  let onAllHeard = () => {};
  const onEvent = (text: string) => {
    message = text;
    heard += 1;
    if (heard === cookies.length) onAllHeard();
  };
  const tabs = await inParallel(cookies, 50, (cookie) => openTab(port, cookie, onEvent));
  const connection = new Connection(port);
  const answers: number[] = [];
  const lasts: number[] = [];
  const warmUp = Math.ceil(rounds / 10);
  for (let round = 0; round < rounds + warmUp; round++) {
    heard = 0;
    const allHeard = new Promise<void>((resolve) => {
      onAllHeard = resolve;
    });
    const began = performance.now();
    const body = JSON.stringify({ watched: round % 2 === 0 });
    const answered = connection.send('PATCH', `/api/watchlist/${itemId}/watched`, { cookie: cookies[0] ?? '' }, body);
    const arrived = allHeard.then(() => performance.now() - began);
    expectStatus(await answered, 200);
    const answerMs = performance.now() - began;
    const lastMs = await arrived;
    if (round >= warmUp) {
      answers.push(answerMs);
      lasts.push(lastMs);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  connection.close();
  for (const tab of tabs) tab.close();
  return { answers, lasts, message };
}
