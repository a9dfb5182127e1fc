import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { episodeText } from '../../../../common/episodeText.ts';
import type { Play } from '../../../../common/schemas/play.ts';
import type { SeasonSummary } from '../../../../common/schemas/title.ts';
import { Choice } from '../../../components/controls/Choice.tsx';
import { TextButton } from '../../../components/TextButton.tsx';
import { DiaryDialog } from '../record/DiaryDialog.tsx';
import { seasonQuery } from './airing.ts';
import { seasonName } from './episodeWords.ts';
import { movePlay } from './watching.ts';

interface MoveDialogProps {
  play: Play;
  seasons: readonly SeasonSummary[];
  onClose: () => void;
}

/** Gives a play the number of another episode. */
export function MoveDialog({ play, seasons, onClose }: MoveDialogProps) {
  const known = seasons.find(({ season_number }) => season_number === play.season);
  const [season, setSeason] = useState((known ?? seasons.at(-1))?.season_number ?? 1);
  const [chosen, setChosen] = useState<number | null>(null);
  const { data, isLoadingError, refetch } = useQuery(seasonQuery(play.tmdbId, season));
  const episode = chosen ?? data?.episodes[0]?.episode_number;

  return (
    <DiaryDialog
      title={`Move ${episodeText({ season: play.season ?? 0, episode: play.episode ?? 0 })}`}
      size={420}
      submit="Move"
      onSubmit={episode === undefined ? null : () => movePlay(play, { season, episode })}
      onClose={onClose}
    >
      <Choice
        label="Season"
        value={String(season)}
        data={seasons.map(({ season_number }) => ({
          value: String(season_number),
          label: seasonName(season_number),
        }))}
        onChange={(event) => {
          setSeason(Number(event.currentTarget.value));
          setChosen(null);
        }}
      />
      <Choice
        label="Episode"
        value={String(episode ?? '')}
        disabled={!data}
        data={(data?.episodes ?? []).map(({ episode_number, name }) => ({
          value: String(episode_number),
          label: `${episode_number}. ${name}`,
        }))}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      />
      {isLoadingError && (
        <p className="hint">
          Couldn’t load the episodes. <TextButton onClick={() => refetch()}>Try again</TextButton>
        </p>
      )}
    </DiaryDialog>
  );
}
