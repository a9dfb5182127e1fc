import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportMatch } from '../../../../common/schemas/import.ts';
import type { Unrecognised } from '../../../../common/schemas/player.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { Matches } from '../../moving/preview/Matches.tsx';
import { MatchSearch } from '../../moving/preview/MatchSearch.tsx';
import classes from './Players.module.css';
import { forgetTitle, recognise, unrecognisedQuery } from './player.queries.ts';
import { waitingText } from './playerWords.ts';

/** Titles that players name and Marquee does not recognise, and those that the viewer has picked. */
export function NotRecognised() {
  const { data = [] } = useQuery(unrecognisedQuery);
  const waiting = data.filter(({ match }) => !match);
  const picked = data.filter(({ match }) => match);
  return (
    <>
      {waiting.length > 0 && (
        <section aria-labelledby="not-recognised">
          <h2 id="not-recognised" className={classes.subheading}>
            Not recognised
          </h2>
          <p className={classes.facts}>Pick the title, and all like it follow. They are kept for 30 days.</p>
          <TitleList titles={waiting} />
        </section>
      )}
      {picked.length > 0 && (
        <section aria-labelledby="picked-titles">
          <h2 id="picked-titles" className={classes.subheading}>
            Titles that you picked
          </h2>
          <TitleList titles={picked} />
        </section>
      )}
    </>
  );
}

function TitleList({ titles }: { titles: readonly Unrecognised[] }) {
  return (
    <ul className={classes.cards}>
      {titles.map((title) => (
        <TitleLine key={title.id} title={title} />
      ))}
    </ul>
  );
}

function TitleLine({ title }: { title: Unrecognised }) {
  const [isSearching, setSearching] = useState(false);
  const { isBusy, run } = useBusy();
  const { id, mediaType, match, candidates } = title;
  const name = title.name ?? 'A title without a name';
  const ofKind = candidates.filter((candidate) => candidate.mediaType === mediaType);
  const pick = ({ mediaType: kind, tmdbId }: ImportMatch) =>
    run(
      async () => {
        await recognise(id, { mediaType: kind, tmdbId });
        setSearching(false);
      },
      `Couldn’t use this title. Pick a ${mediaType === 'tv' ? 'show' : 'film'}, or try again.`,
    );
  const searched = { key: id, mediaType, title: title.name ?? '', ids: {} };
  return (
    <li className={classes.card} aria-label={name}>
      <div className={classes.line}>
        <div className={classes.words}>
          <p className={classes.name}>
            <bdi>{title.year ? `${name} (${title.year})` : name}</bdi>
          </p>
          <p className={classes.facts}>
            {match ? `is ${match.title}${match.year ? ` (${match.year})` : ''}` : waitingText(title)}
          </p>
          {match && title.viewings.length > 0 && (
            <p className={classes.facts}>
              {waitingText(title)}
              {title.reason === 'episode' && '. It is not in your diary: change the show, or remove it.'}
            </p>
          )}
        </div>
        <div className={classes.buttons}>
          <Button
            variant="default"
            aria-expanded={isSearching}
            aria-label={`${match ? 'Change' : 'Search'} ${name}`}
            loading={isBusy}
            onClick={() => setSearching(!isSearching)}
          >
            {match ? 'Change' : 'Search'}
          </Button>
          <Button
            variant="default"
            loading={isBusy}
            aria-label={`Remove ${name}`}
            onClick={() => run(() => forgetTitle(id), 'Couldn’t remove it. Try again.')}
          >
            Remove
          </Button>
        </div>
      </div>
      {isSearching ? (
        <MatchSearch title={searched} candidates={ofKind} onPick={pick} />
      ) : (
        !match && ofKind.length > 0 && <Matches matches={ofKind} chosen={null} onPick={pick} label={`Which ${name}?`} />
      )}
    </li>
  );
}
