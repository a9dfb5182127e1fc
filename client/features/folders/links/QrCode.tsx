import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './QrCode.module.css';

/** A QR code of an address, black on white in both themes, because some cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join('') };
}
