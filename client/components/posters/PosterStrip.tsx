import { IconDots, IconPlus, IconStarFilled } from '@tabler/icons-react';
import { lazyDialog } from '../dialogs/lazyDialog.tsx';
import { MenuButton } from '../menu/MenuButton.tsx';
import classes from './PosterStrip.module.css';

const PosterMenu = lazyDialog(() => import('./PosterMenu.tsx'), 'PosterMenu');

interface PosterStripProps {
  title: string;
  year: string;
  rating: number | null | undefined;
  onAdd?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
  tabIndex: 0 | -1 | undefined;
}

/** The strip below a poster on touch screens: year and rating, and the plus or, if the title can be removed, a menu. */
export function PosterStrip({ title, year, rating, onAdd, onRemove, tabIndex }: PosterStripProps) {
  return (
    <div className={classes.strip}>
      <span className={classes.facts} aria-hidden="true">
        {year}
        <span className={classes.score}>
          <IconStarFilled className="star-full" size={11} />
          {rating ? rating.toFixed(1) : 'N/A'}
        </span>
      </span>
      {onRemove ? (
        <MenuButton renderMenu={(props) => <PosterMenu {...props} onAdd={onAdd} onRemove={onRemove} />}>
          <button type="button" className={classes.button} tabIndex={tabIndex} aria-label={`Options for ${title}`}>
            <IconDots size={20} stroke={1.75} />
          </button>
        </MenuButton>
      ) : (
        <button
          type="button"
          className={classes.button}
          tabIndex={tabIndex}
          aria-label={`Add ${title} to a list`}
          aria-keyshortcuts="a"
          onClick={onAdd}
        >
          <IconPlus size={20} stroke={1.75} />
        </button>
      )}
    </div>
  );
}
