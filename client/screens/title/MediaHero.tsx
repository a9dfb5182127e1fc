import { Button, Modal } from '@mantine/core';
import { IconPlus, IconRepeat, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { families } from '../../../common/families.ts';
import { shownName } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { PosterImage } from '../../components/posters/PosterCard.tsx';
import { useBrokenPicture } from '../../components/useBrokenPicture.ts';
import { ItemNote } from '../../features/folders/listView/ItemNote.tsx';
import { folderPath } from '../../features/folders/state/folderPaths.ts';
import { SeenForm } from '../../features/plays/record/SeenForm.tsx';
import { SeenButton, WhoSawIt } from '../../features/plays/record/SeenThis.tsx';
import { RatingGuess } from '../../features/recommendations/RatingGuess.tsx';
import { useMyReview } from '../../features/reviews/useMyReview.ts';
import { RatingMarks } from '../../features/titles/details/RatingMarks.tsx';
import { RequestButton } from '../../features/titles/details/RequestButton.tsx';
import { factsLine, keptFactsLine, makersText } from '../../features/titles/details/titleWords.ts';
import type { KnownTitle } from '../../features/titles/title.queries.ts';
import { ratingOf } from '../../features/titles/titleFacts.ts';
import { dominantColour, imageUrl, posterOf } from '../../lib/images.ts';
import { type TitleRef, titleParam, useOpenDialog } from '../../lib/page/dialogUrl.ts';
import dialogClasses from './MediaDialog.module.css';
import classes from './MediaHero.module.css';
import { type Rewatch, useRewatch } from './useRewatch.ts';

interface MediaHeroProps {
  title: TitleRef;
  facts: TitleFacts | undefined;
  known: KnownTitle;
  folderId: string | null;
}

/** The top of the dialog: backdrop, poster, title, facts, ratings and actions. */
export function MediaHero({ title, facts, known, folderId }: MediaHeroProps) {
  const backdrop = facts?.backdropPath;
  const backdropUrl = imageUrl(backdrop, backdrop?.startsWith('/api/') ? 'w780' : 'w1280');
  const { isBroken, markBroken } = useBrokenPicture(backdrop);
  const rewatch = useRewatch(title, folderId);
  const makers = makersText(known.details, known.credits);
  const tagline = known.details?.tagline;
  const line = facts && known.failed.details ? keptFactsLine(facts) : factsLine(facts?.releaseDate, known.details);

  return (
    <div className={classes.hero}>
      <div className={classes.backdrop} style={{ backgroundColor: dominantColour(backdrop) }}>
        {backdropUrl && !isBroken && <img src={backdropUrl} alt="" onError={markBroken} />}
      </div>
      <div className={classes.columns}>
        <div
          className={dialogClasses.poster}
          style={{ backgroundColor: dominantColour(facts?.posterPath) }}
          data-dialog-poster
        >
          {facts && <PosterImage title={facts.title} path={posterOf(facts)} width={200} />}
        </div>
        <div className={classes.words}>
          <Modal.Title className={classes.title} data-autofocus tabIndex={-1}>
            {facts ? <bdi>{facts.title}</bdi> : <Skeleton width={280} height={40} />}
          </Modal.Title>
          {tagline && <p className={classes.tagline}>{tagline}</p>}
          {facts ? (
            <p className={classes.facts}>
              {line.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
          ) : (
            <div className={classes.loadingFacts}>
              <Skeleton width={200} height={21} />
            </div>
          )}
          <div className={classes.ratings}>
            {facts ? (
              <RatingMarks ratings={known.ratings} community={ratingOf(facts)} />
            ) : (
              <Skeleton width={74} height={32} radius={16} />
            )}
            <RatingGuess mediaType={title.mediaType} tmdbId={title.tmdbId} />
          </div>
          <Actions {...{ title, facts, folderId, rewatch }} />
          {folderId && <ItemNote title={title} folderId={folderId} />}
          {facts?.overview && <p className={classes.overview}>{facts.overview}</p>}
          {makers && <p className={classes.makers}>{makers}</p>}
          {/* These load late, so they stand below what is already read. */}
          <WhoSawIt title={title} folderId={folderId} />
          <InLists lists={rewatch.lists} />
        </div>
      </div>
    </div>
  );
}

type ActionsProps = Omit<MediaHeroProps, 'known'> & { rewatch: Rewatch };

function Actions({ title, facts, folderId, rewatch }: ActionsProps) {
  const openDialog = useOpenDialog();
  const { isOn, isReady, toggle } = rewatch;
  const { review, isKnown, hasFailed } = useMyReview(title);
  const [isRecording, setRecording] = useState(false);
  return (
    <>
      <div className={classes.actions}>
        <Button
          size="md"
          className={classes.add}
          leftSection={<IconPlus size={20} stroke={2} />}
          onClick={() => openDialog({ add: titleParam(title) })}
        >
          Add
        </Button>
        <Button
          size="md"
          variant="default"
          className={classes.toggle}
          data-on={review ? true : undefined}
          leftSection={review ? <IconStarFilled size={20} /> : <IconStar size={20} stroke={1.75} />}
          disabled={!isKnown && !hasFailed}
          onClick={() => openDialog({ review: titleParam(title) })}
        >
          {review ? 'Reviewed' : 'Review'}
        </Button>
        <Button
          size="md"
          variant="default"
          className={classes.toggle}
          data-on={isOn || undefined}
          leftSection={<IconRepeat size={20} stroke={1.75} />}
          aria-pressed={isOn}
          disabled={!isReady}
          onClick={toggle}
        >
          Rewatch
        </Button>
        <SeenButton
          title={title}
          className={classes.seen}
          isOpen={isRecording}
          onToggle={() => setRecording(!isRecording)}
        />
        <RequestButton title={title} />
      </div>
      {isRecording && <SeenForm {...{ title, facts, folderId }} onDone={() => setRecording(false)} />}
    </>
  );
}

function InLists({ lists }: { lists: readonly Replica[] }) {
  if (lists.length === 0) return null;
  return (
    <p className={classes.lists}>
      In{' '}
      {lists.slice(0, 4).map((replica) => (
        <Link key={replica.folder.id} to={folderPath(families.folder, replica.folder.id)} className={classes.list}>
          <bdi>{shownName(replica)}</bdi>
        </Link>
      ))}
      {lists.length > 4 && <span>and {lists.length - 4} more</span>}
    </p>
  );
}
