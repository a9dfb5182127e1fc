import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import type { Recommendation } from '../../../common/schemas/recommendation.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { Tooltip } from '../../components/controls/Tooltip.tsx';
import { withNames } from '../../components/feedback/withNames.ts';
import type { PosterPlace } from '../../components/posters/grid/PosterGrid.tsx';
import { toast, toastError } from '../../components/toast/toast.ts';
import { useFolderLists } from '../folders/state/useFolderLists.ts';
import type { FirstPicksProps } from './FirstPicks.tsx';
import { useFirstPicks, useOffered } from './firstPicks.ts';
import { useHiddenPicks } from './hiddenPicks.store.ts';
import classes from './PickRow.module.css';
import { PickRow } from './PickRow.tsx';
import { picksQuery } from './recommendation.queries.ts';

const CAPTION = 74;

const FirstPicks = lazy(() =>
  import('./FirstPicks.tsx').then(
    (file) => ({ default: file.FirstPicks }),
    // The screen is complete without it.
    () => ({ default: (_props: FirstPicksProps) => null }),
  ),
);

/**
 * Recommended films or shows, each with a reason. They change with every review, in every tab. New users pick the first
 * titles that they like in the same place.
 */
export function ForYouRow({ mediaType }: { mediaType: MediaType }) {
  const { data, isError, refetch } = useQuery(picksQuery(mediaType));
  const hidden = useHiddenPicks((state) => state.hidden);
  const shown = useMemo(() => data?.results.filter((pick) => !hidden[titleKey(pick)]), [data, hidden]);
  const offered = useOffered(mediaType, shown);
  const room = useFocusAfter(offered !== undefined);
  const isDone = useFirstPicks((state) => state.isDone);

  if (shown?.length === 0 && !offered) return null;
  const row = (picks: typeof shown) => (
    <PickRow
      label="For you"
      caption={why}
      captionHeight={CAPTION}
      onRetry={refetch}
      note={data?.rankedBy === 'model' ? 'Ranked with a language model' : isDone && <FirstListHint />}
      picks={picks}
      hasFailed={isError}
    />
  );
  return (
    <div ref={room} tabIndex={-1} className={classes.room}>
      {offered ? (
        <Suspense fallback={row(undefined)}>
          <FirstPicks {...offered} />
        </Suspense>
      ) : (
        row(shown)
      )}
    </div>
  );
}

/** Moves the focus to the element when `isThere` ends and the button that had the focus is gone with it. */
function useFocusAfter(isThere: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const wasThere = useRef(isThere);
  useEffect(() => {
    if (wasThere.current && !isThere && document.activeElement === document.body) {
      element.current?.focus({ preventScroll: true });
    }
    wasThere.current = isThere;
  }, [isThere]);
  return element;
}

const why = (pick: Recommendation, { tabIndex }: PosterPlace) => <Why pick={pick} tabIndex={tabIndex} />;

function Why({ pick, tabIndex }: { pick: Recommendation; tabIndex?: 0 | -1 | undefined }) {
  return (
    <div className={classes.why}>
      <p className={classes.reason} title={pick.reason.text}>
        {pick.reason.text}
      </p>
      <Tooltip label="Not interested">
        <button
          type="button"
          className={classes.dismiss}
          tabIndex={tabIndex}
          aria-label={`Not interested in ${pick.title}`}
          onClick={() => dismissPick(pick)}
        >
          <IconX size={16} stroke={2} />
        </button>
      </Tooltip>
    </div>
  );
}

async function dismissPick(pick: Recommendation): Promise<void> {
  const { dismiss, restore } = useHiddenPicks.getState();
  const undo = () => restore(pick).catch((error) => toastError(error, 'Couldn’t bring the title back. Try again.'));
  toast({
    title: 'Not interested',
    description: withNames`${pick.title} won't be suggested again.`,
    action: { label: 'Undo', onPress: undo },
  });
  try {
    await dismiss(pick);
  } catch (error) {
    toastError(error, 'Couldn’t save your choice. Try again.');
  }
}

/** Tells users without a list how to start one from a recommendation. */
function FirstListHint() {
  const { own, sharedWithMe, status } = useFolderLists();
  if (status !== 'ready' || own.length + sharedWithMe.length > 0) return null;
  return 'Press + on a title to start your first list';
}
