import { episodeText } from '../../../../common/episodeText.ts';
import type { EpisodeNumber } from '../../../../common/progress.ts';
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';
import { seasonName } from './episodeWords.ts';
import { removeSome } from './watching.ts';

interface RemoveDialogProps {
  showId: number;
  season: number;
  /** Undefined for the whole season. */
  episode?: number;
  shown: readonly EpisodeNumber[];
  onClose: () => void;
}

/** Asks before more than one viewing of an episode, or all of a season go. */
export function RemoveDialog({ showId, season, episode, shown, onClose }: RemoveDialogProps) {
  const isSeason = episode === undefined;
  const what = isSeason ? seasonName(season) : episodeText({ season, episode });
  const handleConfirm = () => {
    onClose();
    void removeSome(showId, { season, ...(isSeason ? {} : { episode }), shown });
  };
  return (
    <ConfirmDialog title={`Remove ${what}?`} confirmLabel="Remove all" onConfirm={handleConfirm} onClose={onClose}>
      {isSeason
        ? 'All its episodes go from your diary.'
        : 'You watched it more than once. All of these go from your diary.'}
    </ConfirmDialog>
  );
}
