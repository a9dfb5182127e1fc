import { create } from 'zustand';
import type { Config } from '../../../common/schemas/config.ts';
import { appApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';
import { setImageBase } from '../../lib/images.ts';

interface ConfigState {
  config: Config | null;
  /** Loaded or failed: no need to wait any longer. */
  isSettled: boolean;
  loadConfig: () => Promise<void>;
}

/** The server's settings. They are not user data, so signing out keeps them. */
export const useConfig = create<ConfigState>((set) => ({
  config: null,
  isSettled: false,

  async loadConfig() {
    try {
      const config = await call(appApi.config);
      // With the offline catalogue, pages may not load pictures from other hosts.
      setImageBase(config.source === 'tmdb' ? config.imageBase : '');
      set({ config, isSettled: true });
    } catch {
      // Without the settings only external pictures are missing.
      set({ isSettled: true });
    }
  },
}));
