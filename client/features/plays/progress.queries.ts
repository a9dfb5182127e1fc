import { playApi } from '../../lib/http/api.ts';
import { refresh, refreshAbout } from '../../lib/query.ts';

/** The viewer's progress changed in some show, by more than a play that a tab can apply itself. */
export function applyProgressChanged(): void {
  void refreshAbout('progress');
  void refresh(playApi.list);
}
