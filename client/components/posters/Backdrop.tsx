import { imageUrl } from '../../lib/images.ts';
import classes from './Backdrop.module.css';

/** A background picture behind a screen's head. It takes no space, so nothing moves when it loads. */
export function Backdrop({ path }: { path: string | null | undefined }) {
  const url = imageUrl(path, 'w1280');
  return (
    <div className={classes.backdrop} aria-hidden="true">
      {url && <img key={url} src={url} alt="" decoding="async" />}
    </div>
  );
}

/** A container with a backdrop behind its content. */
export const backdropStage = classes.stage;
