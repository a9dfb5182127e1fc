import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { Video, Videos } from '../../../../common/schemas/title.ts';
import { imageUrl } from '../../../lib/images.ts';
import classes from './Trailers.module.css';

/** Only trailers on the site that we can embed. */
export function trailersOf(videos: Videos | undefined): Video[] {
  return videos?.results.filter((video) => video.type === 'Trailer' && video.site === 'YouTube') ?? [];
}

interface TrailersProps {
  trailers: readonly Video[];
  /** The title's backdrop, because a thumbnail would load from the video site. */
  still: string | null | undefined;
}

/** Trailers as cards. Nothing loads from the video site before a click. */
export function Trailers({ trailers, still }: TrailersProps) {
  return (
    <ul className={classes.trailers} aria-label="Trailers">
      {trailers.slice(0, 6).map((trailer) => (
        <li key={trailer.key} className={classes.trailer}>
          <Trailer trailer={trailer} still={still} />
        </li>
      ))}
    </ul>
  );
}

function Trailer({ trailer, still }: { trailer: Video; still: TrailersProps['still'] }) {
  const [isPlaying, setPlaying] = useState(false);
  const key = encodeURIComponent(trailer.key);
  const stillUrl = imageUrl(still, 'w780');
  if (isPlaying) {
    return (
      <iframe
        ref={takeFocus}
        className={classes.player}
        src={`https://www.youtube-nocookie.com/embed/${key}?autoplay=1&rel=0`}
        title={trailer.name}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        allowFullScreen
      />
    );
  }
  return (
    <button type="button" className={classes.card} aria-label={`Play ${trailer.name}`} onClick={() => setPlaying(true)}>
      {stillUrl && <img className={classes.still} src={stillUrl} alt="" loading="lazy" decoding="async" />}
      <span className={classes.play}>
        <IconPlayerPlayFilled size={20} />
      </span>
      <bdi className={classes.name}>{trailer.name}</bdi>
    </button>
  );
}

/** The pressed button is gone, so focus the player. */
function takeFocus(player: HTMLIFrameElement | null): void {
  player?.focus();
}
