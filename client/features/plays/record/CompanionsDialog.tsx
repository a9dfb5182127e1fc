import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { episodeText } from '../../../../common/episodeText.ts';
import type { EpisodeNumber } from '../../../../common/progress.ts';
import type { Play } from '../../../../common/schemas/play.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { TextButton } from '../../../components/TextButton.tsx';
import { displayName } from '../../../lib/person.ts';
import { inWords } from '../../folders/state/wording.ts';
import { allPlaysQuery, updatePlay } from '../play.queries.ts';
import { useFellows } from '../useFellows.ts';
import { DiaryDialog } from './DiaryDialog.tsx';
import { WithWhom } from './WithWhom.tsx';

interface CompanionsDialogProps {
  /** Undefined while it is loaded. */
  play: Play | undefined;
  /** What was seen: 'Heat', or 'S1 E1'. */
  what: string;
  folderId?: string | null;
  onRetry?: (() => void) | undefined;
  onClose: () => void;
}

/** Says with whom a title was seen that is in the diary already. */
export function CompanionsDialog({ play, what, folderId = null, onRetry, onClose }: CompanionsDialogProps) {
  const [withUserIds, setWithUserIds] = useState<string[]>([]);
  const companions = play?.companions ?? [];
  const others = useFellows(folderId).filter((person) => companions.every(({ id }) => id !== person.id));

  return (
    <DiaryDialog
      title={withNames`Who watched ${what} with you?`}
      submit="Save"
      onSubmit={play && withUserIds.length > 0 ? () => updatePlay(play, { withUserIds }) : null}
      onClose={onClose}
    >
      {companions.length > 0 && <p>With {inWords(companions.map(displayName), 'and')} so far.</p>}
      {onRetry && (
        <p className="hint">
          Couldn’t load your diary. <TextButton onClick={onRetry}>Try again</TextButton>
        </p>
      )}
      {play && others.length === 0 && <p className="hint">You share no list with anybody else.</p>}
      {play && <WithWhom fellows={others} value={withUserIds} onChange={setWithUserIds} />}
    </DiaryDialog>
  );
}

interface EpisodeCompanionsProps {
  showId: number;
  number: EpisodeNumber;
  folderId: string | null;
  onClose: () => void;
}

/** The same for the latest viewing of an episode. */
export function EpisodeCompanionsDialog({ showId, number, folderId, onClose }: EpisodeCompanionsProps) {
  const { data, isError, refetch } = useQuery(allPlaysQuery(showId));
  const play = data?.find(({ season, episode }) => season === number.season && episode === number.episode);
  return (
    <CompanionsDialog
      play={play}
      what={episodeText(number)}
      folderId={folderId}
      onRetry={isError ? () => void refetch() : undefined}
      onClose={onClose}
    />
  );
}
