import { Modal } from '@mantine/core';
import { useSearchParams } from 'react-router';
import '../components/modal.ts';
import type { KnownFor as KnownForTitle } from '../../common/title.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { Filmography } from '../features/titles/Filmography.tsx';
import { Portrait } from '../features/titles/Portrait.tsx';
import { useActor } from '../features/titles/useActor.ts';
import { useCloseDialog } from '../lib/dialogUrl.ts';
import { dominantColour } from '../lib/images.ts';
import { useMediaQuery } from '../lib/useMediaQuery.ts';
import classes from './ActorDialog.module.css';

const BADGES = 3;

/** Who an actor is and what they were in; opened by `?actor=6384`. */
export function ActorDialog() {
  const [params] = useSearchParams();
  const isPhone = useMediaQuery('(max-width: 47.99em)');
  const close = useCloseDialog('actor');
  const id = Number(params.get('actor'));
  const actor = useActor(id);
  const isCovered = params.has('add');

  return (
    <Modal
      opened
      onClose={close}
      title={actor?.name ?? 'Actor'}
      size={760}
      fullScreen={isPhone}
      closeOnEscape={!isCovered}
      trapFocus={!isCovered}
    >
      {Number.isInteger(id) && id > 0 ? (
        <>
          {actor && (
            <div className={classes.person}>
              <span className={classes.portrait} style={{ backgroundColor: dominantColour(actor.profile_path) }}>
                <Portrait name={actor.name} path={actor.profile_path} width={104} />
              </span>
              <div>
                <p className={classes.department}>{actor.known_for_department ?? 'Acting'}</p>
                {actor.popularity !== undefined && (
                  <p className={classes.popularity}>Popularity {actor.popularity.toFixed(1)}</p>
                )}
                {actor.known_for && <KnownFor titles={actor.known_for} />}
              </div>
            </div>
          )}
          <Filmography id={id} />
        </>
      ) : (
        <EmptyState drawing="seats" title="No such actor" />
      )}
    </Modal>
  );
}

function KnownFor({ titles }: { titles: readonly KnownForTitle[] }) {
  return (
    <ul className={classes.badges} aria-label="Known for">
      {titles.slice(0, BADGES).map((title) => (
        <li key={`${title.media_type}-${title.id}`} className={classes.badge}>
          {title.media_type === 'movie' ? title.title : title.name}
        </li>
      ))}
    </ul>
  );
}
