import { IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo } from 'react';
import { titleKey } from '../../../common/item.ts';
import type { Recommendation } from '../../../common/recommendation.ts';
import type { MediaType } from '../../../common/title.ts';
import { PosterCard } from '../../components/PosterCard.tsx';
import type { PosterPlace } from '../../components/PosterGrid.tsx';
import { toast, toastError } from '../../components/toast.ts';
import { titleParam, useOpenDialog, useTitleLink } from '../../lib/dialogUrl.ts';
import { ratingOf } from '../titles/titleFacts.ts';
import classes from './PickRow.module.css';
import { PickRow } from './PickRow.tsx';
import { useRecommendations } from './recommendation.store.ts';

const CAPTION = 74;

/** Films or shows picked for the user, each with why; they move with every review, in every tab. */
export function ForYouRow({ mediaType }: { mediaType: MediaType }) {
  const shelf = useRecommendations((state) => state.forYou[mediaType]);
  const hidden = useRecommendations((state) => state.hidden);
  const edition = useRecommendations((state) => state.edition);
  const loadForYou = useRecommendations((state) => state.loadForYou);
  const linkTo = useTitleLink();
  const openDialog = useOpenDialog();
  const picks = shelf?.status === 'ready' ? shelf.results : undefined;
  const shown = useMemo(() => picks?.filter((pick) => !hidden[titleKey(pick)]), [picks, hidden]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new edition is the reason to read them again
  useEffect(() => {
    loadForYou(mediaType);
  }, [loadForYou, mediaType, edition]);

  const renderPoster = useCallback(
    (pick: Recommendation, place: PosterPlace) => (
      <PosterCard
        title={pick.title}
        posterPath={pick.posterPath}
        releaseDate={pick.releaseDate}
        rating={ratingOf(pick)}
        to={linkTo(pick)}
        onAdd={() => openDialog({ add: titleParam(pick) })}
        caption={<Why pick={pick} tabIndex={place.tabIndex} />}
        {...place}
      />
    ),
    [linkTo, openDialog],
  );

  if (shown?.length === 0) return null;
  return (
    <PickRow
      label="For you"
      status={shelf?.status}
      captionHeight={CAPTION}
      onRetry={() => loadForYou(mediaType)}
      note={shelf?.status === 'ready' && shelf.rankedBy === 'model' ? 'Ranked with a language model' : undefined}
      picks={shown}
      renderPoster={renderPoster}
    />
  );
}

function Why({ pick, tabIndex }: { pick: Recommendation; tabIndex?: 0 | -1 | undefined }) {
  return (
    <div className={classes.why}>
      <p className={classes.reason} title={pick.reason.text}>
        {pick.reason.text}
      </p>
      <button
        type="button"
        className={classes.dismiss}
        tabIndex={tabIndex}
        title="Not interested"
        aria-label={`Not interested in ${pick.title}`}
        onClick={() => dismissPick(pick)}
      >
        <IconX size={16} stroke={2} />
      </button>
    </div>
  );
}

async function dismissPick(pick: Recommendation): Promise<void> {
  const { dismiss, restore } = useRecommendations.getState();
  const undo = () => restore(pick).catch((error) => toastError(error, 'Failed to bring the title back'));
  toast({
    title: 'Not interested',
    description: `${pick.title} will not be picked for you again.`,
    action: { label: 'Undo', onPress: undo },
  });
  try {
    await dismiss(pick);
  } catch (error) {
    toastError(error, 'Failed to remember that');
  }
}
