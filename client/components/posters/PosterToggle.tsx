import type { ReactNode } from 'react';
import { type Pictured, posterOf } from '../../lib/images.ts';
import { PosterImage } from './PosterCard.tsx';
import classes from './PosterToggle.module.css';

interface PosterToggleProps {
  title: Pictured & { title: string };
  /** For screen readers: what 'on' means, with the title. */
  label: string;
  isOn: boolean;
  onToggle: () => void;
  /** Width in CSS pixels: chooses the size of the picture. */
  width: number;
  /** In the corner; in colour when on. */
  mark: ReactNode;
  isDisabled?: boolean;
}

/** A poster that a press selects, and another press deselects. */
export function PosterToggle({ title, label, isOn, onToggle, width, mark, isDisabled }: PosterToggleProps) {
  return (
    <button
      type="button"
      className={classes.poster}
      aria-pressed={isOn}
      aria-label={label}
      title={title.title}
      disabled={isDisabled}
      onClick={onToggle}
    >
      <PosterImage title={title.title} path={posterOf(title)} width={width} />
      <span className={classes.mark}>{mark}</span>
    </button>
  );
}
