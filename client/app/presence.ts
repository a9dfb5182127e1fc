import { limits } from '../../common/constants.ts';
import type { ErrorBody, ErrorCode } from '../../common/errors.ts';
import type { Place } from '../../common/events.ts';
import { usePresence } from '../features/folders/presence.store.ts';
import type { LiveSocket } from '../lib/socket.ts';

/** A little longer than the server's limit asks for. */
const PAUSE_MS = 1.2 * (1000 / limits.presencePerSecond);
const RETRY_MS = 2000;
const worthRetrying: readonly ErrorCode[] = ['rate_limited', 'unavailable', 'internal'];

export interface Whereabouts {
  /** The server forgets where a tab was when its connection ends. */
  sayAgain: () => void;
  stop: () => void;
}

/** Tells the server where this tab is, the latest place alone and never more often than it wants to hear. */
export function tellWhereabouts(socket: LiveSocket): Whereabouts {
  let said: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let quietUntil = 0;

  const saySoon = (wait = 0) => {
    clearTimeout(timer);
    timer = setTimeout(say, Math.max(wait, quietUntil - Date.now()));
  };

  const say = async () => {
    const { place } = usePresence.getState();
    if (!socket.connected || (place?.folderId === said?.folderId && place?.itemId === said?.itemId)) return;
    const left = said;
    said = place;
    quietUntil = Date.now() + PAUSE_MS;
    const answer = place ? await send('presence:enter', place) : left && (await send('presence:leave', left));
    if (answer && 'code' in answer && worthRetrying.includes(answer.code) && said === place) {
      said = left;
      saySoon(RETRY_MS);
    }
  };

  /** Null when the connection went away: the next one says it again. */
  const send = async (
    event: 'presence:enter' | 'presence:leave',
    place: Place,
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
