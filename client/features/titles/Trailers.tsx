import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { Video, Videos } from '../../../common/title.ts';
import classes from './Trailers.module.css';

/** Only what is a trailer on the site that we can embed. */
export function trailersOf(videos: Videos | undefined): Video[] {
  return videos?.results.filter((video) => video.type === 'Trailer' && video.site === 'YouTube') ?? [];
}

/** Trailers as cards; nothing of the video site loads before one is pressed. */
export function Trailers({ trailers }: { trailers: readonly Video[] }) {
  return (
    <ul className={classes.trailers} aria-label="Trailers">
      {trailers.slice(0, 6).map((trailer) => (
        <li key={trailer.key} className={classes.trailer}>
          <Trailer trailer={trailer} />
        </li>
      ))}
    </ul>
  );
}

function Trailer({ trailer }: { trailer: Video }) {
  const [isPlaying, setPlaying] = useState(false);
  const key = encodeURIComponent(trailer.key);
  if (isPlaying) {
    return (
      <iframe
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
      <span className={classes.play}>
        <IconPlayerPlayFilled size={20} />
      </span>
      <span className={classes.name}>{trailer.name}</span>
    </button>
  );
}
