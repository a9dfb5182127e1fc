import { connectRefusals, PROTOCOL, type ProtocolMismatch } from '../../../common/protocol.ts';
import { useSession } from '../../features/account/session.store.ts';
import { isGoingToLogin } from '../../features/account/signedOut.ts';
import { accountApi } from '../../lib/http/api.ts';
import { ApiError, call } from '../../lib/http/http.ts';
import type { LiveSocket } from '../../lib/http/socket.ts';
import { useLive } from './live.store.ts';

const RETRY_MS = 2000;
/** Other tabs of this user have to close first. */
const TOO_MANY_TABS_RETRY_MS = 30_000;

/** The error of a refused connection. */
export type ConnectError = Error & { data?: Partial<ProtocolMismatch> };

/** Connects again in the cases in which socket.io does not. `leave` opens the landing screen. */
export function createReconnect(socket: LiveSocket, leave: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connectAfter = (wait: number) => {
    timer = setTimeout(() => socket.connect(), wait);
  };

  // After a disconnect by the server, socket.io does not reconnect by itself. Reconnect only if the session is still valid.
  const connectIfSignedIn = async () => {
    try {
      useSession.getState().applyUser(await call(accountApi.currentUser, { isQuietAboutSession: true }));
      socket.connect();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        useSession.getState().applySignedOut();
        if (!isGoingToLogin()) leave();
      } else {
        timer = setTimeout(connectIfSignedIn, RETRY_MS);
      }
    }
  };

  // An attempt from when the device was offline can hang for 20 seconds.
  const connectAnew = () => {
    if (!socket.connected) socket.disconnect().connect();
  };
  addEventListener('online', connectAnew);

  return {
    afterDisconnect(reason: string) {
      if (reason === 'io server disconnect') connectIfSignedIn();
    },
    afterRefusal(error: ConnectError) {
      if (error.data?.code === 'protocol_mismatch') {
        if (Number(error.data.protocol) > PROTOCOL) useLive.getState().applyOutdated();
        // During an update nodes of both versions may answer, so the next attempt may reach one with this tab's version.
        return connectAfter(RETRY_MS);
      }
      if (error.message === connectRefusals.tooManyTabs) return connectAfter(TOO_MANY_TABS_RETRY_MS);
      // If `active`, socket.io retries by itself; it does not after the server refused the connection.
      if (!socket.active) connectIfSignedIn();
    },
    stop() {
      clearTimeout(timer);
      removeEventListener('online', connectAnew);
    },
  };
}
