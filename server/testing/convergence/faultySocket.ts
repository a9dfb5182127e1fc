import type { Socket } from 'socket.io-client';
import type { Random } from './random.ts';

type Listener = (...payload: unknown[]) => void;

export interface FaultySocket {
  /** Has what the client uses of a socket. */
  socket: object;
  /** From now on no event is lost, repeated or late. Resolves when all late events have been delivered. */
  stopFaults(): Promise<void>;
}

const LOST = 0.05;
const REPEATED = 0.05;
const LATE = 0.2;
const LATE_MS = 60;

/** Events of the connection itself are always delivered once. */
const CONNECTION_EVENTS = ['connect', 'disconnect', 'connect_error', 'session:ended'];

/** Wraps a socket so that some events are lost, repeated or late. */
export function makeFaulty(raw: Socket, random: Random): FaultySocket {
  let isFaulty = true;
  const wrapped = new Map<Listener, Listener>();

  const faulty = (listener: Listener): Listener => {
    return (...payload) => {
      if (isFaulty && random.chance(LOST)) return;
      const times = isFaulty && random.chance(REPEATED) ? 2 : 1;
      for (let time = 0; time < times; time++) {
        if (isFaulty && random.chance(LATE)) setTimeout(() => listener(...payload), random.below(LATE_MS));
        else listener(...payload);
      }
    };
  };

  const socket = {
    get connected() {
      return raw.connected;
    },
    get active() {
      return raw.active;
    },
    on(event: string, listener: Listener) {
      const used = CONNECTION_EVENTS.includes(event) ? listener : faulty(listener);
      wrapped.set(listener, used);
      raw.on(event, used);
    },
    off(event: string, listener: Listener) {
      raw.off(event, wrapped.get(listener) ?? listener);
    },
    connect: () => raw.connect(),
    disconnect: () => raw.disconnect(),
    timeout: (milliseconds: number) => raw.timeout(milliseconds),
  };

  return {
    socket,
    async stopFaults() {
      isFaulty = false;
      await new Promise((resolve) => setTimeout(resolve, 2 * LATE_MS));
    },
  };
}
