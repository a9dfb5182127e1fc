import { IconCheck, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { imageUrl } from '../../lib/images.ts';
import { memberColour } from '../../lib/person.ts';
import classes from './LandingFeatures.module.css';

/** The three feature cards, each with a small demo. */
export function FeatureCards() {
  return (
    <section className={classes.cards} aria-label="Features">
      <FeatureCard
        title="Organize Your Collection"
        text="Lists for every mood and every couch. Decide for each friend whether they can view, add or manage."
      >
        <CollectionScene />
      </FeatureCard>
      <FeatureCard
        title="Discover New Content"
        text="Thousands of films, shows and the people in them. Typos and missing accents are fine."
      >
        <DiscoveryScene />
      </FeatureCard>
      <FeatureCard
        title="Never Forget"
        text="The one a friend swore by, the one to see again: written down the moment it comes up, there when you sit down."
      >
        <MemoryScene />
      </FeatureCard>
    </section>
  );
}

interface FeatureCardProps {
  title: string;
  text: string;
  /** The demo. */
  children: ReactNode;
}

function FeatureCard({ title, text, children }: FeatureCardProps) {
  return (
    <article className={classes.card}>
      {children}
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{text}</p>
    </article>
  );
}

function CollectionScene() {
  return (
    <div className={classes.scene} data-kind="collection">
      <Poster title="movie/120467" />
      <Poster title="movie/129" />
      <Poster title="movie/335984" />
      <span className={classes.faces}>
        <span className={classes.face} style={{ '--member': memberColour('a') }}>
          A
        </span>
        <span className={classes.face} style={{ '--member': memberColour('c') }}>
          M
        </span>
        <span className={classes.face} style={{ '--member': memberColour('f') }}>
          J
        </span>
      </span>
    </div>
  );
}

function DiscoveryScene() {
  return (
    <div className={classes.scene} data-kind="discovery">
      <span className={classes.field}>
        <IconSearch size={16} stroke={1.75} />
        amelie
      </span>
      <div className={classes.strip}>
        <Poster title="movie/194" />
        <Poster title="movie/313369" />
        <Poster title="movie/4935" />
        <Poster title="movie/372058" />
      </div>
    </div>
  );
}

function MemoryScene() {
  return (
    <div className={classes.scene} data-kind="memory">
      <div className={classes.stub}>
        <span className={classes.stubTitle}>Paris, Texas</span>
        <span className={classes.stubNote}>from Jo, at dinner</span>
        <span className={classes.tick}>
          <IconCheck size={16} stroke={2.5} />
        </span>
      </div>
    </div>
  );
}

function Poster({ title }: { title: string }) {
  return (
    <img
      className={classes.poster}
      src={imageUrl(`/api/art/poster/${title}`, 'w185') ?? undefined}
      alt=""
      width={110}
      height={165}
      loading="lazy"
    />
  );
}
