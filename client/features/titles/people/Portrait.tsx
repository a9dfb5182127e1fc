import { useBrokenPicture } from '../../../components/useBrokenPicture.ts';
import { posterSources } from '../../../lib/images.ts';
import classes from './Portrait.module.css';

interface PortraitProps {
  name: string;
  path: string | null;
  width: number;
}

/** A person's picture, or a monogram without one. */
export function Portrait({ name, path, width }: PortraitProps) {
  const { isBroken, markBroken } = useBrokenPicture(path);
  const sources = posterSources(path, width);
  if (!sources || isBroken) {
    return (
      <span className={classes.monogram} style={{ fontSize: width * 0.34 }}>
        {monogramOf(name)}
      </span>
    );
  }
  return <img className={classes.image} {...sources} alt="" decoding="async" onError={markBroken} />;
}

/** Words that a last name can begin with, written with a capital: De Niro, Van Damme. */
const PARTICLE = /^(?:D[aeiou]|Del|Della|D[eo]s|La|Le|Van|Von|Saint|St)$/;

/** First letters of the first and the last name: 'Robert De Niro' is RD. */
function monogramOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const particle = words.find((word, at) => at > 0 && at < words.length - 1 && PARTICLE.test(word));
  const letters = words.length > 1 ? [words[0], particle ?? words.at(-1)] : [words[0]];
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}
