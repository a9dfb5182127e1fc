import { useConfig } from '../../features/titles/config.store.ts';
import { refreshAbout } from '../../lib/query.ts';

/** Titles come from another source, or in another language: what is shown of them is loaded again. */
export function applyTitlesChanged(): void {
  void useConfig.getState().applyTitlesChanged();
  void refreshAbout('titles');
  void refreshAbout('picks');
}
