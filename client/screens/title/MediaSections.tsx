import { useCallback } from 'react';
import { DEFAULT_REGION } from '../../../common/countries.ts';
import type { ReadableComment } from '../../../common/schemas/comment.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import type { PosterPlace } from '../../components/posters/grid/PosterGrid.tsx';
import { PosterCard } from '../../components/posters/PosterCard.tsx';
import { PosterRow } from '../../components/posters/PosterRow.tsx';
import { TextButton } from '../../components/TextButton.tsx';
import { CommentThread } from '../../features/comments/CommentThread.tsx';
import { Episodes } from '../../features/plays/episodes/Episodes.tsx';
import { GroupCard } from '../../features/plays/together/GroupCard.tsx';
import { MyReview } from '../../features/reviews/MyReview.tsx';
import { useConfig } from '../../features/titles/config.store.ts';
import { offersIn, Providers } from '../../features/titles/details/Providers.tsx';
import { Trailers, trailersOf } from '../../features/titles/details/Trailers.tsx';
import { CastScroller } from '../../features/titles/people/CastScroller.tsx';
import { areSettled, type KnownTitle } from '../../features/titles/title.queries.ts';
import { posterFacts } from '../../features/titles/titleFacts.ts';
import { isMissing } from '../../lib/http/http.ts';
import { useDeeperState, useTitleLink } from '../../lib/page/dialogUrl.ts';
import classes from './MediaDialog.module.css';

const RECOMMENDED = 12;
/** The parts below the hero. Ratings are above and the slowest to load. */
const DRAWN = ['providers', 'videos', 'credits', 'recommendations'] as const;

interface MediaSectionsProps {
  title: Pick<TitleFacts, 'mediaType' | 'tmdbId'> & Partial<TitleFacts>;
  known: KnownTitle;
  folderId: string | null;
  onReport: (comment: ReadableComment) => void;
  /** Loads the failed parts again. */
  onRetry: () => void;
}

/** The sections below the hero: the comments of the list's people, episodes, cast, where to watch, the review, trailers, recommendations. Empty parts are omitted. */
export function MediaSections({ title, known, folderId, onReport, onRetry }: MediaSectionsProps) {
  const region = useConfig((state) => state.config?.region) ?? DEFAULT_REGION;
  const offers = offersIn(region, known.providers);
  const trailers = trailersOf(known.videos);
  const cast = known.credits?.cast ?? [];
  const seasons = known.details && 'seasons' in known.details ? known.details.seasons : [];
  const recommended = known.recommendations?.slice(0, RECOMMENDED) ?? [];

  // Shows all parts together, because late ones would move the others.
  if (!areSettled(known, DRAWN)) return <MediaSkeleton />;

  return (
    <div className={classes.sections}>
      {folderId && title.mediaType === 'tv' && (
        <GroupCard
          folderId={folderId}
          showId={title.tmdbId}
          heading={<h3 className={classes.heading}>Watch together</h3>}
        />
      )}
      {folderId && (
        <CommentThread
          folderId={folderId}
          title={title}
          show={seasons.length > 0 ? { tmdbId: title.tmdbId, seasons } : null}
          heading={<h3 className={classes.heading}>Comments</h3>}
          onReport={onReport}
        />
      )}
      {seasons.length > 0 && (
        <Episodes
          showId={title.tmdbId}
          status={known.details?.status ?? ''}
          seasons={seasons}
          folderId={folderId}
          heading={<h3 className={classes.heading}>Episodes</h3>}
        />
      )}
      {cast.length > 0 && (
        <section>
          <h3 className={classes.heading}>Cast</h3>
          <CastScroller cast={cast} />
        </section>
      )}
      {offers && (
        <section>
          <h3 className={classes.heading}>Where to watch</h3>
          <Providers offers={offers} region={region} />
        </section>
      )}
      <section>
        <h3 className={classes.heading}>Your review</h3>
        <MyReview title={title} />
      </section>
      {trailers.length > 0 && (
        <section>
          <h3 className={classes.heading}>Trailers</h3>
          <Trailers trailers={trailers} still={title.backdropPath} />
        </section>
      )}
      {recommended.length > 0 && (
        <section>
          <Recommendations titles={recommended} folderId={folderId} />
        </section>
      )}
      <Notes known={known} onRetry={onRetry} />
    </div>
  );
}

/** What is missing and why, and where the facts come from. */
function Notes({ known, onRetry }: Pick<MediaSectionsProps, 'known' | 'onRetry'>) {
  const config = useConfig((state) => state.config);
  const isUnknown = isMissing(known.failed.details);
  return (
    <>
      {isUnknown && <p className="hint">The movie database no longer has this title. You see what your list saved.</p>}
      {!isUnknown && known && Object.keys(known.failed).length > 0 && (
        <p className="hint">
          Couldn’t load some of this. <TextButton onClick={onRetry}>Try again</TextButton>
        </p>
      )}
      {config?.source === 'catalogue' && !isUnknown && (
        <p className="hint">Critics’ ratings, trailers and where to watch need an online movie database.</p>
      )}
      {config && <p className={classes.attribution}>{config.attribution}</p>}
    </>
  );
}

/** Skeletons at the positions of the cast and the review. */
export function MediaSkeleton() {
  return (
    <div className={classes.sections} role="status" aria-label="Loading">
      <div className={classes.faces}>
        {Array.from({ length: 10 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never move
          <Skeleton key={index} width={88} height={88} radius={44} />
        ))}
      </div>
      <Skeleton height={86} radius={14} />
    </div>
  );
}

function Recommendations({ titles, folderId }: { titles: readonly TitleFacts[]; folderId: string | null }) {
  const linkTo = useTitleLink(folderId ?? undefined);
  const deeper = useDeeperState();
  const { dialogDepth } = deeper;

  const renderPoster = useCallback(
    (title: TitleFacts, place: PosterPlace) => (
      <PosterCard {...posterFacts(title)} to={linkTo(title)} linkState={{ dialogDepth }} {...place} />
    ),
    [linkTo, dialogDepth],
  );

  return (
    <PosterRow
      items={titles}
      getKey={titleKey}
      renderPoster={renderPoster}
      label="Recommendations"
      heading={<h3 className={classes.heading}>More like this</h3>}
      step={400}
      widths={[104, 128]}
    />
  );
}
