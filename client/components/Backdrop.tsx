import { imageUrl } from '../lib/images.ts';
import classes from './Backdrop.module.css';

/** A picture behind the head of a screen, fading into the page; it takes no room, so nothing moves when it comes. */
export function Backdrop({ path }: { path: string | null | undefined }) {
  const url = imageUrl(path, 'w1280');
  return (
    <div className={classes.backdrop} aria-hidden="true">
      {url && <img key={url} src={url} alt="" decoding="async" />}
    </div>
  );
}

/** Lets a backdrop lie behind what is inside. */
export const backdropStage = classes.stage;
