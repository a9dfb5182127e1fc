// biome-ignore lint/style/noRestrictedImports: what the server is set to is no user's data, so signing out keeps it.
import { create } from 'zustand';
import type { PublicConfig } from '../../../common/schemas/operator/config.ts';
import { appApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';
import { setImageBase } from '../../lib/images.ts';

interface ConfigState {
  config: PublicConfig | null;
  /** Loaded or failed: no need to wait any longer. */
  isSettled: boolean;
  /** Whether this page may load TMDB's pictures: its policy is that of the moment when it was opened. */
  allowsPictures: boolean;
  loadConfig: () => Promise<void>;
  /** Takes the settings that this device has kept, unless the server's are there. */
  applyKept: (config: PublicConfig) => void;
  /** Loads the settings again after a change. */
  applyTitlesChanged: () => Promise<void>;
}

/** The server's settings. */
export const useConfig = create<ConfigState>((set, get) => ({
  config: null,
  isSettled: false,
  allowsPictures: false,

  async loadConfig() {
    try {
      const config = await call(appApi.config);
      const allowsPictures = config.source === 'tmdb';
      applyPictures(config, allowsPictures);
      set({ config, allowsPictures, isSettled: true });
    } catch {
      // Without the settings only external pictures are missing.
      set({ isSettled: true });
    }
  },

  applyKept(config) {
    if (get().config) return;
    const allowsPictures = config.source === 'tmdb';
    applyPictures(config, allowsPictures);
    set({ config, allowsPictures, isSettled: true });
  },

  async applyTitlesChanged() {
    try {
      const config = await call(appApi.config);
      applyPictures(config, get().allowsPictures);
      set({ config });
    } catch {
      // The settings stay as they were until the page is opened again.
    }
  },
}));

/** Without TMDB's pictures, posters are drawn by the server. */
function applyPictures({ source, imageBase }: PublicConfig, allowsPictures: boolean): void {
  setImageBase(allowsPictures && source === 'tmdb' ? imageBase : '');
}
