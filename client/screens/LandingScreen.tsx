import { Button } from '@mantine/core';
import { BlankTicket } from '../components/drawings.tsx';
import { Logo } from '../components/Logo.tsx';
import { useConfig } from '../features/titles/config.store.ts';
import { usePageTitle } from '../lib/pageTitle.ts';
import { FeatureCards } from './LandingFeatures.tsx';
import classes from './LandingScreen.module.css';
import { PosterWall } from './PosterWall.tsx';

/** What a visitor sees: what this is, and the way in. */
export function LandingScreen() {
  usePageTitle(undefined);
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
              Keep every film and show you mean to see in lists of your own. Open a list to friends, and what one of you
              adds is on everybody’s screen at once.
            </p>
            <div className={classes.buttons}>
              <Button component="a" href="/api/login" size="lg">
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
