import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Play } from '../../../../common/schemas/play.ts';
import type { SeasonSummary } from '../../../../common/schemas/title.ts';
import { Choice } from '../../../components/controls/Choice.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { TextButton } from '../../../components/TextButton.tsx';
import { episodeText } from '../../titles/details/titleWords.ts';
import record from '../record/record.module.css';
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
  const { data, isError, refetch } = useQuery(seasonQuery(play.tmdbId, season));
  const { isBusy, finish } = useBusy();
  const episode = chosen ?? data?.episodes[0]?.episode_number;

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (episode === undefined) return;
    finish(async () => {
      await movePlay(play, { season, episode });
      onClose();
    }, 'Couldn’t change your diary. Try again.');
  };

  return (
    <Dialog
      onClose={onClose}
      title={`Move ${episodeText({ season: play.season ?? 0, episode: play.episode ?? 0 })}`}
      size={420}
      centered
    >
      <form className={record.fields} onSubmit={handleSubmit}>
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
        {isError && (
          <p className="hint">
            Couldn’t load the episodes. <TextButton onClick={() => refetch()}>Try again</TextButton>
          </p>
        )}
        <div className={record.buttons}>
          <Button type="submit" disabled={episode === undefined} loading={isBusy}>
            Move
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
