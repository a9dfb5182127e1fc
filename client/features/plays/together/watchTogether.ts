import { episodeText } from '../../../../common/episodeText.ts';
import type { EpisodeNumber } from '../../../../common/progress.ts';
import { offerUndo, toast, toastError } from '../../../components/toast/toast.ts';
import { type Named, recordWatched, undoWatched } from './group.queries.ts';

/** Records that a group has watched its next episode. It shows at once and can be undone; a failure is a toast. */
export async function watchTogether(named: Named, next: EpisodeNumber): Promise<void> {
  try {
    const { id } = await recordWatched(named, next);
    const done = { title: `${episodeText(next)} is marked`, description: 'The others are asked, or have it already.' };
    if (id === null) toast(done);
    else offerUndo(done, () => undoWatched(id));
  } catch (error) {
    toastError(error, 'Couldn’t save this. Try again.');
  }
}
