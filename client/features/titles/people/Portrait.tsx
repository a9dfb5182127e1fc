import { useState } from 'react';
import { imageUrl, posterSize } from '../../../lib/images.ts';
import classes from './Portrait.module.css';

interface PortraitProps {
  name: string;
  path: string | null;
  width: number;
}

/** A person's picture, or a monogram without one. */
export function Portrait({ name, path, width }: PortraitProps) {
  const [isBroken, setBroken] = useState(false);
  const url = imageUrl(path, posterSize(width));
  if (!url || isBroken) {
    return (
      <span className={classes.monogram} style={{ fontSize: width * 0.34 }}>
        {monogramOf(name)}
      </span>
    );
  }
  return <img className={classes.image} src={url} alt="" decoding="async" onError={() => setBroken(true)} />;
}

/** First letters of the first and the last word of a name. */
function monogramOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}
