import { log } from '../../../../platform/log.ts';

/** Logs one line when a service stops answering and one when it answers again. */
export interface Outage {
  failed(request: { kind: string; path: string; reason: string }): void;
  answered(): void;
}

/**
 * @param calmMs the time without failures after which the outage is over, so that an unreliable service writes two lines
 *   only
 */
export function createOutage(service: string, calmMs: number): Outage {
  let current: { since: number; failures: number; lastAt: number; backAt: number | null } | null = null;

  return {
    failed(request) {
      const now = performance.now();
      if (!current) {
        log.warn({ service, ...request }, 'title service is unavailable');
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
      log.info({ service, seconds, failures: current.failures }, 'title service is available again');
      current = null;
    },
  };
}
