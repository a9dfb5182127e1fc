import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { episodeText } from '../../../common/episodeText.ts';
import type { NewPlayer } from '../../../common/schemas/player.ts';
import { LinkButton } from '../../components/controls/LinkButton.tsx';
import { PendingAnswer } from '../../components/feedback/PendingAnswer.tsx';
import { useFocusInside } from '../../components/focus/useKeptFocus.ts';
import { AddPlayer } from '../../features/account/players/AddPlayer.tsx';
import { Address } from '../../features/account/players/Address.tsx';
import { NotRecognised } from '../../features/account/players/NotRecognised.tsx';
import { PlayerCard } from '../../features/account/players/PlayerCard.tsx';
import { playersQuery, watchingQuery } from '../../features/account/players/player.queries.ts';
import { SharedPlayers } from '../../features/account/players/SharedPlayers.tsx';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { displayName } from '../../lib/person.ts';
import classes from './PlayersScreen.module.css';

/** The players that tick what the user watches. */
export function PlayersScreen() {
  const players = useQuery(playersQuery);
  const [created, setCreated] = useState<NewPlayer | null>(null);
  usePageTitle('Players');
  const own = useFocusInside<HTMLDivElement>();

  return (
    <div className={classes.screen}>
      <ScreenHead
        title="Players"
        actions={
          <LinkButton to="/account" icon={IconArrowLeft}>
            Account Settings
          </LinkButton>
        }
      />
      {!players.data ? (
        <PendingAnswer query={players} />
      ) : (
        <>
          <WatchingNow />
          <div className={classes.own} {...own}>
            {created ? (
              <Address
                created={created}
                player={players.data.players.find(({ id }) => id === created.player.id)}
                onClose={() => setCreated(null)}
              />
            ) : (
              <AddPlayer isFirst={players.data.players.length === 0} onCreated={setCreated} />
            )}
            {players.data.players.length > 0 && (
              <ul className={classes.players} aria-label="Your players">
                {players.data.players
                  .filter(({ id }) => id !== created?.player.id)
                  .map((player) => (
                    <PlayerCard key={player.id} player={player} onRenewed={setCreated} />
                  ))}
              </ul>
            )}
          </div>
          <SharedPlayers shared={players.data.shared} />
          <NotRecognised />
        </>
      )}
    </div>
  );
}

function WatchingNow() {
  const { data = [] } = useQuery(watchingQuery);
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="watching-now">
      <h2 id="watching-now">Watching now</h2>
      <ul className={classes.players}>
        {data.map(({ user, title, season, episode, isPaused, at }) => (
          <li key={`${user.id} ${title} ${at}`} className={classes.watching}>
            {[
              displayName(user),
              season === null || episode === null ? title : `${title} ${episodeText({ season, episode })}`,
              ...(isPaused ? ['paused'] : []),
            ].join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  );
}
