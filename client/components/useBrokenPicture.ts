import { useEffect, useState } from 'react';
import { onReachable } from '../lib/http/reachable.ts';

/** Whether the picture at this path failed to load. It may only have failed without a connection, so it is retried. */
export function useBrokenPicture(path: string | null | undefined) {
  const [brokenPath, setBrokenPath] = useState<string | null>(null);

  useEffect(() => {
    if (brokenPath !== null) return onReachable(() => setBrokenPath(null));
  }, [brokenPath]);

  return { isBroken: brokenPath !== null && path === brokenPath, markBroken: () => setBrokenPath(path ?? null) };
}
