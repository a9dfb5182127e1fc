import '../../components/dialogs/modal.ts';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { KnownFor as KnownForTitle } from '../../../common/schemas/title.ts';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { Filmography } from '../../features/titles/people/Filmography.tsx';
import { Portrait } from '../../features/titles/people/Portrait.tsx';
import { type ShownActor, useActor } from '../../features/titles/people/person.queries.ts';
import { isMissing } from '../../lib/http/http.ts';
import { dominantColour, imageUrl } from '../../lib/images.ts';
import { useCloseDialog, useDeeperState, useTitleLink } from '../../lib/page/dialogUrl.ts';
import { useDialogTitle } from '../../lib/page/pageTitle.ts';
import { PHONE, useMediaQuery } from '../../lib/page/useMediaQuery.ts';
import { DialogFailed } from '../title/DialogFailed.tsx';
import dialogClasses from '../title/MediaDialog.module.css';
import classes from './ActorDialog.module.css';

const BADGES = 3;
/** Shorter texts fit into the lines that are shown, on phones too. */
const CUT_FROM = 120;

/** An actor's details and filmography; opened by `?actor=6384`. */
export function ActorDialog() {
  const [params] = useSearchParams();
  const isPhone = useMediaQuery(PHONE);
  const close = useCloseDialog('actor');
  const id = Number(params.get('actor'));
  // Only the top dialog handles keys.
  const isCovered = params.has('add') || params.has('review');

  return (
    <Modal.Root
      opened
      onClose={close}
      size={860}
      fullScreen={isPhone}
      classNames={{ content: dialogClasses.content }}
      closeOnEscape={!isCovered}
      trapFocus={!isCovered}
      transitionProps={{ transition: isPhone ? 'slide-up' : 'pop', duration: 180 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.CloseButton className={`${dialogClasses.close} stays-in-view`} aria-label="Close" />
        {Number.isInteger(id) && id > 0 ? <Shown key={id} id={id} /> : <Missing />}
      </Modal.Content>
    </Modal.Root>
  );
}

function Shown({ id }: { id: number }) {
  const { actor, error, retry } = useActor(id);
  useDialogTitle(actor?.name);
  if (!actor && isMissing(error)) return <Missing />;
  if (!actor && error) return <DialogFailed noun="actor" error={error} onRetry={retry} />;
  return (
    <>
      <Head actor={actor} isWhole={actor?.known_for !== undefined || error !== null} />
      <Filmography id={id} />
    </>
  );
}

function Head({ actor, isWhole }: { actor: ShownActor | undefined; isWhole: boolean }) {
  const glow = imageUrl(actor?.profile_path, 'w300');
  return (
    <div className={classes.head}>
      <div className={classes.glow} aria-hidden="true">
        {glow && <img src={glow} alt="" />}
      </div>
      <div className={dialogClasses.poster} style={{ backgroundColor: dominantColour(actor?.profile_path) }}>
        {actor && <Portrait name={actor.name} path={actor.profile_path} width={160} />}
      </div>
      <div className={classes.words}>
        <Modal.Title className={classes.name} data-autofocus tabIndex={-1}>
          {actor ? (
            <bdi>{actor.name}</bdi>
          ) : (
            <>
              <span className="visually-hidden">Actor</span>
              <Skeleton width={240} height={40} />
            </>
          )}
        </Modal.Title>
        {isWhole ? (
          <p className={classes.facts}>
            <span>{actor?.known_for_department ?? 'Acting'}</span>
            {actor?.popularity !== undefined && <span>Popularity {actor.popularity.toFixed(1)}</span>}
          </p>
        ) : (
          <div className={classes.waiting}>
            <Skeleton width={180} height={21} />
            <Skeleton width={260} height={32} radius={16} />
          </div>
        )}
        {actor?.biography && <Biography text={actor.biography} />}
        {actor?.known_for && actor.known_for.length > 0 && <KnownFor titles={actor.known_for} />}
      </div>
    </div>
  );
}

function Biography({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <p className={classes.biography} data-cut={!isWhole || undefined}>
        {text}
      </p>
      {!isWhole && text.length > CUT_FROM && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Read more
        </Button>
      )}
    </>
  );
}

function KnownFor({ titles }: { titles: readonly KnownForTitle[] }) {
  const linkTo = useTitleLink();
  const deeper = useDeeperState();
  return (
    <ul className={classes.badges} aria-label="Known for">
      {titles.slice(0, BADGES).map((title) => (
        <li key={`${title.media_type}-${title.id}`}>
          <Link
            className={`${classes.badge} roomy-link`}
            to={linkTo({ mediaType: title.media_type, tmdbId: title.id })}
            state={deeper}
            preventScrollReset
          >
            {title.media_type === 'movie' ? title.title : title.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Missing() {
  return (
    <div className={dialogClasses.message}>
      <Modal.Title className="visually-hidden">Actor not found</Modal.Title>
      <EmptyState drawing="seats" title="No such actor">
        This person was not found.
      </EmptyState>
    </div>
  );
}
