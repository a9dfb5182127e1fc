import type { TitleFacts } from '../../../common/item.ts';
import { PosterImage } from '../../components/PosterCard.tsx';
import { Skeleton } from '../../components/Skeletons.tsx';
import classes from './PickedTitle.module.css';

interface PickedTitleProps {
  facts: TitleFacts | undefined;
  /** After the year: what is going to happen to it. */
  hint?: string;
}

/** The title that a small dialog is about: poster, name, year. */
export function PickedTitle({ facts, hint }: PickedTitleProps) {
  const year = facts && (facts.releaseDate?.slice(0, 4) || 'Unknown');
  return (
    <div className={classes.picked}>
      <div className={classes.poster}>{facts && <PosterImage title="" path={facts.posterPath} width={48} />}</div>
      <div className={classes.text}>
        <span className={classes.name}>{facts?.title ?? <Skeleton width={160} height={18} />}</span>
        <span className={classes.hint}>{[year, hint].filter(Boolean).join(' · ')}</span>
      </div>
    </div>
  );
}
