import { IconX } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { titleKey } from '../../../common/item.ts';
import type { Recommendation } from '../../../common/recommendation.ts';
import type { MediaType } from '../../../common/title.ts';
import type { PosterPlace } from '../../components/PosterGrid.tsx';
import { Tooltip } from '../../components/Tooltip.tsx';
import { toast, toastError } from '../../components/toast.ts';
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
  const picks = shelf?.status === 'ready' ? shelf.results : undefined;
  const shown = useMemo(() => picks?.filter((pick) => !hidden[titleKey(pick)]), [picks, hidden]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new edition is the reason to read them again
  useEffect(() => {
    loadForYou(mediaType);
  }, [loadForYou, mediaType, edition]);

  if (shown?.length === 0) return null;
  return (
    <PickRow
      label="For you"
      status={shelf?.status}
      caption={why}
      captionHeight={CAPTION}
      onRetry={() => loadForYou(mediaType)}
      note={shelf?.status === 'ready' && shelf.rankedBy === 'model' ? 'Ranked with a language model' : undefined}
      picks={shown}
    />
  );
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
