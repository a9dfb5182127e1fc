import { create } from 'zustand';
import { appApi, type Config } from '../../../common/api.ts';
import { call } from '../../lib/http.ts';
import { setImageBase } from '../../lib/images.ts';

interface ConfigState {
  config: Config | null;
  /** Known, or not to be had: nothing waits for it any longer. */
  isSettled: boolean;
  loadConfig: () => Promise<void>;
}

/** The server's own facts; they belong to nobody, so signing out keeps them. */
export const useConfig = create<ConfigState>((set) => ({
  config: null,
  isSettled: false,

  async loadConfig() {
    try {
      const config = await call(appApi.config);
      // Offline the pages may not show pictures from elsewhere.
      setImageBase(config.source === 'tmdb' ? config.imageBase : '');
      set({ config, isSettled: true });
    } catch {
      // Without it only pictures from elsewhere are missing.
      set({ isSettled: true });
    }
  },
}));
