import type { FamilyKey } from '../../../../common/families.ts';
import type { CreateLinkBody, InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { createStore } from '../../../lib/createStore.ts';
import { invitationLinkApi, listApi } from '../../../lib/http/api.ts';
import { call, isRefused } from '../../../lib/http/http.ts';
import { loadNewest } from '../../../lib/loadNewest.ts';
import { without } from '../state/folder.state.ts';
import { newOpId } from '../state/opId.ts';

interface LinksState {
  /** The valid links of lists that the viewer may share, by folder, if loaded. */
  links: Record<string, InvitationLink[]>;
  loadLinks: (folderId: string, family: FamilyKey) => Promise<void>;
  /** Loads the links that this tab shows again, after it may have missed events. */
  refreshLinks: () => Promise<void>;
  createLink: (folderId: string, body: CreateLinkBody, family: FamilyKey) => Promise<InvitationLink>;
  revokeLink: (link: InvitationLink) => Promise<void>;
  applyLinks: (folderId: string, links: InvitationLink[]) => void;
}

export const useLinks = createStore<LinksState>((set, get) => {
  let eventsHeard = 0;

  return {
    links: {},

    async loadLinks(folderId, family) {
      const load = () => call(listApi[family].links, { params: { id: folderId } });
      const loaded = await loadNewest(load, () => eventsHeard);
      set(({ links }) => ({ links: { ...links, [folderId]: loaded } }));
    },

    async refreshLinks() {
      const reload = (folderId: string) =>
        get()
          .loadLinks(folderId, 'folder')
          // The list is gone, or the viewer may no longer share it. After any other failure the next connection retries.
          .catch((error) => {
            if (isRefused(error)) set(({ links }) => ({ links: without(links, folderId) }));
          });
      await Promise.all(Object.keys(get().links).map(reload));
    },

    async createLink(folderId, body, family) {
      const options = { params: { id: folderId }, body, opId: newOpId() };
      const link = await call(listApi[family].createLink, options);
      const others = (get().links[folderId] ?? []).filter(({ id }) => id !== link.id);
      get().applyLinks(folderId, [...others, link]);
      return link;
    },

    async revokeLink({ id, folderId }) {
      await call(invitationLinkApi.revoke, { params: { id }, opId: newOpId() });
      const others = (get().links[folderId] ?? []).filter((link) => link.id !== id);
      get().applyLinks(folderId, others);
    },

    applyLinks(folderId, applied) {
      eventsHeard += 1;
      set(({ links }) => ({ links: { ...links, [folderId]: applied } }));
    },
  };
});
