import { Button } from '@mantine/core';
import { posterWall } from '../../../common/posterWall.ts';
import { Logo } from '../../components/Logo.tsx';
import { BlankTicket } from '../../components/posters/drawings.tsx';
import { useSession } from '../../features/account/session.store.ts';
import { useConfig } from '../../features/titles/config.store.ts';
import { imageUrl } from '../../lib/images.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { useRemovePreview } from '../../lib/page/preview.ts';
import { PHONE } from '../../lib/page/useMediaQuery.ts';
import { FeatureCards } from './LandingFeatures.tsx';
import classes from './LandingScreen.module.css';

/** The landing screen for visitors. */
export function LandingScreen() {
  usePageTitle(undefined);
  useRemovePreview(true);
  const isLeaving = useSession((state) => state.isLeaving);
  const attribution = useConfig((state) => state.config?.attribution);

  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Logo size={34} />
      </header>
      {isLeaving && (
        <p role="status" className={classes.leaving}>
          You’re logged out, and nothing of yours is left on this device. Keep Marquee open until you’re back online, so
          that it can end your session too.
        </p>
      )}
      <main>
        <section className={classes.hero}>
          <PosterWall />
          <div className={classes.words}>
            <h1 className={classes.tagline}>What are we watching tonight?</h1>
            <p className={classes.lead}>
              Keep lists of everything you want to watch. Share a list with friends, and whatever one of you adds
              appears on everyone’s screen instantly.
            </p>
            <div className={classes.buttons}>
              <Button component="a" href="/api/login?form=register" size="lg">
                Get Started
              </Button>
              <Button component="a" href="/api/login" size="lg" variant="default" className={classes.signIn}>
                Sign In Now
              </Button>
            </div>
          </div>
        </section>
        <FeatureCards />
      </main>
      <footer className={classes.footer}>
        <BlankTicket />
        <p>{attribution}</p>
      </footer>
    </div>
  );
}

/** A slanted, slowly moving wall of posters; decorative. The server's preview draws its first window. */
function PosterWall() {
  return (
    <div className={classes.wall} aria-hidden="true">
      <div className={classes.plane}>
        {posterWall.map((column, index) => (
          <div key={column[0]} className={classes.column} data-down={index % 2 === 1 || undefined}>
            {[...column, ...column].map((title, at) => (
              <picture key={`${title}-${at < column.length ? 'a' : 'b'}`}>
                <source media={PHONE} srcSet={imageUrl(`/api/art/poster/${title}`, 'w185') ?? undefined} />
                <img
                  className={classes.poster}
                  src={imageUrl(`/api/art/poster/${title}`, 'w342') ?? undefined}
                  alt=""
                  width={200}
                  height={300}
                  decoding="async"
                  fetchPriority="low"
                  // Phones hide two columns, whose pictures are then not loaded.
                  loading="lazy"
                />
              </picture>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
