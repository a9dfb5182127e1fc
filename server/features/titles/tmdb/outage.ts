import { log } from '../../../platform/log.ts';

/** One line in the log when a service stops answering, and one when it answers again, however many requests failed. */
export interface Outage {
  failed(request: { kind: string; path: string; reason: string }): void;
  answered(): void;
}

/**
 * @param calmMs how long no request may have failed before the service counts as back, so that one that answers now and
 *   then writes two lines and not two for each failure
 */
export function createOutage(service: string, calmMs: number): Outage {
  let current: { since: number; failures: number; lastAt: number; backAt: number | null } | null = null;

  return {
    failed(request) {
      const now = performance.now();
      if (!current) {
        log.warn({ service, ...request }, 'a service for titles does not answer');
        current = { since: now, failures: 0, lastAt: now, backAt: null };
      }
      current.failures += 1;
      current.lastAt = now;
      current.backAt = null;
    },

    answered() {
      if (!current) return;
      const now = performance.now();
      current.backAt ??= now;
      if (now - current.lastAt < calmMs) return;
      const seconds = Math.round((current.backAt - current.since) / 1000);
      log.info({ service, seconds, failures: current.failures }, 'a service for titles answers again');
      current = null;
    },
  };
}
