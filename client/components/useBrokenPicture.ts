import { useEffect, useRef, useState } from 'react';
import { onReachable } from '../lib/http/reachable.ts';

/** A picture that fails again is asked for again later and later, and then only when the connection returns. */
const RETRY_AFTER_MS = [5_000, 20_000, 80_000];

/**
 * Whether the picture at this path failed to load. The device may have been offline, or the server may have been away for a
 * moment while the live connection stayed open, so it is retried.
 */
export function useBrokenPicture(path: string | null | undefined) {
  const [brokenPath, setBrokenPath] = useState<string | null>(null);
  const retries = useRef(0);

  useEffect(() => {
    if (brokenPath === null) return;
    const retry = () => setBrokenPath(null);
    const wait = RETRY_AFTER_MS[retries.current];
    const timer = wait === undefined ? undefined : setTimeout(retry, wait);
    retries.current += 1;
    const stop = onReachable(retry);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [brokenPath]);

  return { isBroken: brokenPath !== null && path === brokenPath, markBroken: () => setBrokenPath(path ?? null) };
}
