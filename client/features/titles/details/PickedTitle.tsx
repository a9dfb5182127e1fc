import { useQuery } from '@tanstack/react-query';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { NameAndHint } from '../../../components/NameAndHint.tsx';
import { PosterImage } from '../../../components/posters/PosterCard.tsx';
import { factsQuery, type TitleRef } from '../title.queries.ts';
import { useTitles } from '../title.store.ts';
import classes from './PickedTitle.module.css';

interface PickedTitleProps {
  facts: TitleFacts | undefined;
  /** Shown after the year: what the dialog will do with the title. */
  hint?: string;
}

/** The title of a small dialog: poster, name, year. */
export function PickedTitle({ facts, hint }: PickedTitleProps) {
  const year = facts && (facts.releaseDate?.slice(0, 4) || 'Unknown');
  return (
    <div className={classes.picked}>
      <div className={classes.poster}>{facts && <PosterImage title="" path={facts.posterPath} width={48} />}</div>
      <NameAndHint
        name={facts?.title ?? <Skeleton width={160} height={18} />}
        hint={[year, hint].filter(Boolean).join(' · ')}
      />
    </div>
  );
}

const noTitle: TitleRef = { mediaType: 'movie', tmdbId: 0 };

/** The facts of a dialog's title: from a loaded list, else loaded. */
export function useFacts(ref: TitleRef | null): { facts: TitleFacts | undefined; hasFailed: boolean } {
  const key = ref && titleKey(ref);
  const listed = useTitles((state) => (key ? state.facts[key] : undefined));
  const isAsked = ref !== null && !listed;
  const { data, isError } = useQuery({ ...factsQuery(ref ?? noTitle), enabled: isAsked });
  return { facts: listed ?? (isAsked ? data : undefined), hasFailed: isAsked && isError };
}
