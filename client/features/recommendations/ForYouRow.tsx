import { IconX } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import type { Recommendation } from '../../../common/schemas/recommendation.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { Tooltip } from '../../components/controls/Tooltip.tsx';
import { toast, toastError } from '../../components/feedback/toast.ts';
import type { PosterPlace } from '../../components/posters/PosterGrid.tsx';
import classes from './PickRow.module.css';
import { PickRow } from './PickRow.tsx';
import { useRecommendations } from './recommendation.store.ts';

const CAPTION = 74;

/** Recommended films or shows, each with a reason. They change with every review, in every tab. */
export function ForYouRow({ mediaType }: { mediaType: MediaType }) {
  const shelf = useRecommendations((state) => state.forYou[mediaType]);
  const hidden = useRecommendations((state) => state.hidden);
  const edition = useRecommendations((state) => state.edition);
  const loadForYou = useRecommendations((state) => state.loadForYou);
  const picks = shelf?.status === 'ready' ? shelf.results : undefined;
  const shown = useMemo(() => picks?.filter((pick) => !hidden[titleKey(pick)]), [picks, hidden]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when the edition changes
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
    description: `${pick.title} won't be suggested again.`,
    action: { label: 'Undo', onPress: undo },
  });
  try {
    await dismiss(pick);
  } catch (error) {
    toastError(error, "Couldn't save your choice");
  }
}
