import type { Block } from '../../../../common/schemas/account/privacy.ts';
import { createStore } from '../../../lib/createStore.ts';
import { fetchBlocks, sendBlock, sendUnblock } from '../user.api.ts';
import { useVisibility } from './visibility.store.ts';

interface BlocksState {
  /** The people whom the viewer blocks, the latest first; null until loaded. */
  blocks: Block[] | null;
  /** The version of what others show the viewer, as of the last load. */
  version: number;
  /** Loads the blocks if they may have changed since the last load. */
  loadBlocks: (version: number) => Promise<void>;
  block: (userId: string) => Promise<void>;
  unblock: (userId: string) => Promise<void>;
}

export const useBlocks = createStore<BlocksState>((set, get) => {
  async function reload(userId: string) {
    set({ blocks: await fetchBlocks() });
    useVisibility.getState().applyChanged(userId);
  }

  return {
    blocks: null,
    version: 0,

    async loadBlocks(version) {
      if (get().blocks && get().version === version) return;
      set({ blocks: await fetchBlocks(), version });
    },

    async block(userId) {
      await sendBlock(userId);
      await reload(userId);
    },

    async unblock(userId) {
      await sendUnblock(userId);
      await reload(userId);
    },
  };
});
