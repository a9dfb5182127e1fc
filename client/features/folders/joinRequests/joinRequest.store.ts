import type { StoreApi } from 'zustand';
import type { FamilyKey } from '../../../../common/families.ts';
import type { JoinRequest, JoinState, JoinStatus } from '../../../../common/schemas/joinRequest.ts';
import { createStore } from '../../../lib/createStore.ts';
import { listApi } from '../../../lib/http/api.ts';
import { ApiError, call, isRefused } from '../../../lib/http/http.ts';
import { loadNewest } from '../../../lib/loadNewest.ts';
import type { Respond } from '../state/folder.api.ts';
import { without } from '../state/folder.state.ts';
import { newOpId } from '../state/opId.ts';

interface ReceivedRequests {
  /** The requests that wait for an answer, of lists that the viewer may share, by folder, if loaded. */
  requests: Record<string, JoinRequest[]>;
  loadRequests: (folderId: string, family: FamilyKey) => Promise<void>;
  answer: (request: JoinRequest, status: Respond, family: FamilyKey) => Promise<void>;
  applyRequests: (folderId: string, requests: JoinRequest[]) => void;
}

interface OwnRequests {
  /** What has become of the viewer's own requests, by folder, if loaded. */
  statuses: Record<string, JoinStatus>;
  loadStatus: (folderId: string, family: FamilyKey) => Promise<void>;
  ask: (folderId: string, family: FamilyKey) => Promise<void>;
  withdraw: (folderId: string, family: FamilyKey) => Promise<void>;
  applyState: (state: Pick<JoinState, 'folderId' | 'status'>) => void;
}

interface JoinRequestsState extends ReceivedRequests, OwnRequests {
  /** Loads the requests that wait for an answer again, after this tab may have missed events. */
  refresh: () => Promise<void>;
}

type SetJoinRequests = StoreApi<JoinRequestsState>['setState'];
type GetJoinRequests = () => JoinRequestsState;

export const useJoinRequests = createStore<JoinRequestsState>((set, get) => ({
  ...createReceived(set, get),
  ...createOwn(set, get),

  async refresh() {
    const { requests, statuses, loadRequests, loadStatus } = get();
    // The list is gone, or the viewer may no longer share it. After any other failure the next connection retries.
    const reloadRequests = (folderId: string) =>
      loadRequests(folderId, 'folder').catch((error) => {
        if (isRefused(error)) set((state) => ({ requests: without(state.requests, folderId) }));
      });
    const reloadStatus = (folderId: string) => loadStatus(folderId, 'folder').catch(() => undefined);
    const pending = Object.keys(statuses).filter((folderId) => statuses[folderId] === 'pending');
    await Promise.all([...Object.keys(requests).map(reloadRequests), ...pending.map(reloadStatus)]);
  },
}));

function createReceived(set: SetJoinRequests, get: GetJoinRequests): ReceivedRequests {
  let eventsHeard = 0;

  return {
    requests: {},

    async loadRequests(folderId, family) {
      const load = () => call(listApi[family].joinRequests, { params: { id: folderId } });
      const loaded = await loadNewest(load, () => eventsHeard);
      set(({ requests }) => ({ requests: { ...requests, [folderId]: loaded } }));
    },

    async answer({ folderId, userId }, status, family) {
      const options = { params: { id: folderId, userId }, body: { status }, opId: newOpId() };
      const remove = () =>
        get().applyRequests(
          folderId,
          (get().requests[folderId] ?? []).filter((request) => request.userId !== userId),
        );
      try {
        await call(listApi[family].answerJoinRequest, options);
      } catch (error) {
        // The request was withdrawn, or someone else has answered it.
        if (error instanceof ApiError && error.status === 404) remove();
        throw error;
      }
      remove();
    },

    applyRequests(folderId, applied) {
      eventsHeard += 1;
      set(({ requests }) => ({ requests: { ...requests, [folderId]: applied } }));
    },
  };
}

function createOwn(set: SetJoinRequests, get: GetJoinRequests): OwnRequests {
  let eventsHeard = 0;

  return {
    statuses: {},

    async loadStatus(folderId, family) {
      const load = () => call(listApi[family].joinState, { params: { id: folderId } });
      const { status } = await loadNewest(load, () => eventsHeard);
      set(({ statuses }) => ({ statuses: { ...statuses, [folderId]: status } }));
    },

    async ask(folderId, family) {
      const options = { params: { id: folderId }, opId: newOpId() };
      get().applyState(await call(listApi[family].askToJoin, options));
    },

    async withdraw(folderId, family) {
      await call(listApi[family].withdrawJoinRequest, { params: { id: folderId }, opId: newOpId() });
      get().applyState({ folderId, status: 'none' });
    },

    applyState({ folderId, status }) {
      eventsHeard += 1;
      set(({ statuses }) => ({ statuses: { ...statuses, [folderId]: status } }));
    },
  };
}
