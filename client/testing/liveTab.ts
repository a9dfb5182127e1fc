import type { SyncRequest } from '../../common/schemas/events.ts';
import { connectRealtime } from '../app/live/realtime.ts';
import { useSession } from '../features/account/session.store.ts';
import { useFolders } from '../features/folders/state/folder.store.ts';
import type { LiveSocket } from '../lib/http/socket.ts';
import { type ApiStub, stubApi } from './api.ts';
import { ana, sampleFolder } from './samples.ts';

type Listener = (payload?: unknown) => void;

/** The parts of a socket that the live connection uses, driven by the test. */
export function fakeSocket(answer: (request: SyncRequest) => unknown) {
  const listeners = new Map<string, Set<Listener>>();
  const socket = {
    connected: false,
    active: true,
    connects: 0,
    disconnects: 0,
    syncs: [] as SyncRequest[],
    answer,
    on: (name: string, listener: Listener) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
    },
    off: (name: string, listener: Listener) => listeners.get(name)?.delete(listener),
    connect: () => {
      socket.connects += 1;
    },
    disconnect: () => {
      socket.disconnects += 1;
      return socket;
    },
    timeout: () => ({
      emitWithAck: async (_name: string, request: SyncRequest) => {
        socket.syncs.push(request);
        const given = socket.answer(request);
        if (given instanceof Error) throw given;
        return given;
      },
    }),
    hear: (name: string, payload?: unknown) => {
      for (const listener of listeners.get(name) ?? []) listener(payload);
    },
    listening: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
  };
  return socket;
}

/** The answer to `sync` for a tab that missed nothing. */
export const nothingMissed = { folders: [], gone: [], invitations: [], userRev: 3 };

/** The folder that the tab holds. */
export const folder = sampleFolder({ rev: 1 });

export interface LiveTab {
  api: ApiStub;
  socket: ReturnType<typeof fakeSocket>;
  /** How often the landing screen was opened. */
  left: number;
  disconnect: () => void;
}

/** Connects a tab of Ana's with one folder. */
export function openLiveTab(): LiveTab {
  const tab: LiveTab = {
    api: stubApi(),
    socket: fakeSocket(() => nothingMissed),
    left: 0,
    disconnect: () => undefined,
  };
  useSession.getState().applyUser(ana);
  useFolders.getState().applyAvailable(folder);
  tab.disconnect = connectRealtime(
    () => {
      tab.left += 1;
    },
    tab.socket as unknown as LiveSocket,
  );
  return tab;
}

/** Waits one turn of the event loop, so that all resolved promises have run. */
export const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
