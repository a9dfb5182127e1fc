import { jest } from '@jest/globals';

const TIMERS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
] as const;

/** Sets what tells the time, but no timers: those of requests and sockets must run. `others` stay real as well. */
export function setClock(now: number, others: readonly 'performance'[] = []): void {
  jest.useFakeTimers({ now, doNotFake: [...TIMERS, 'nextTick', 'queueMicrotask', 'hrtime', ...others] });
}
