import { Button } from '@mantine/core';
import { Logo } from '../../components/Logo.tsx';
import { BlankTicket } from '../../components/posters/drawings.tsx';
import { useConfig } from '../../features/titles/config.store.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { useRemovePreview } from '../../lib/page/preview.ts';
import { FeatureCards } from './LandingFeatures.tsx';
import classes from './LandingScreen.module.css';
import { PosterWall } from './PosterWall.tsx';

/** The landing screen for visitors. */
export function LandingScreen() {
  usePageTitle(undefined);
  useRemovePreview(true);
  const attribution = useConfig((state) => state.config?.attribution);

  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Logo size={34} />
      </header>
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
