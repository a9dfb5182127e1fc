import { limits } from '../../../common/constants.ts';
import type { ErrorBody, ErrorCode } from '../../../common/errors.ts';
import type { TabPlace } from '../../../common/schemas/events.ts';
import { usePresence } from '../../features/folders/presence/presence.store.ts';
import type { LiveSocket } from '../../lib/http/socket.ts';

/** A little longer than the server's limit requires. */
const PAUSE_MS = 1.2 * (1000 / limits.presencePerSecond);
const RETRY_MS = 2000;
const worthRetrying: readonly ErrorCode[] = ['rate_limited', 'unavailable', 'internal'];

export interface Whereabouts {
  /** The server forgets a tab's location when its connection ends. */
  sayAgain: () => void;
  stop: () => void;
}

/** Sends this tab's location to the server: only the latest one, and within the server's rate limit. */
export function tellWhereabouts(socket: LiveSocket): Whereabouts {
  let said: TabPlace | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let quietUntil = 0;

  const saySoon = (wait = 0) => {
    clearTimeout(timer);
    timer = setTimeout(say, Math.max(wait, quietUntil - performance.now()));
  };

  const say = async () => {
    const { place } = usePresence.getState();
    if (!socket.connected || (place?.folderId === said?.folderId && place?.itemId === said?.itemId)) return;
    const left = said;
    said = place;
    quietUntil = performance.now() + PAUSE_MS;
    const answer = place ? await send('presence:enter', place) : left && (await send('presence:leave', left));
    if (answer && 'code' in answer && worthRetrying.includes(answer.code) && said === place) {
      said = left;
      saySoon(RETRY_MS);
    }
  };

  /** Null if the connection was lost: it is sent again after the reconnect. */
  const send = async (
    event: 'presence:enter' | 'presence:leave',
    place: TabPlace,
  ): Promise<{ ok: true } | ErrorBody | null> => {
    try {
      return await socket.timeout(10_000).emitWithAck(event, place);
    } catch {
      return null;
    }
  };

  const unsubscribe = usePresence.subscribe((state, before) => {
    if (state.place !== before.place) saySoon();
  });
  return {
    sayAgain() {
      said = null;
      saySoon();
    },
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
