import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { siThemoviedatabase } from 'simple-icons';
import '../../components/dialogs/modal.ts';
import { Logo } from '../../components/Logo.tsx';
import { useConfig } from '../../features/titles/config.store.ts';
import { useCloseDialog } from '../../lib/page/dialogUrl.ts';
import { useDialogTitle } from '../../lib/page/pageTitle.ts';
import classes from './AboutDialog.module.css';

/** About Marquee and its data sources; opened by `?about=1`. */
export function AboutDialog() {
  const close = useCloseDialog('about');
  useDialogTitle('About Marquee');
  const config = useConfig((state) => state.config);

  return (
    <Modal
      opened
      onClose={close}
      title="About Marquee"
      size={480}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.about}>
        <div className={classes.logo}>
          <Logo size={40} />
        </div>
        <p>Movie and TV watchlists that you keep with others. Everyone sees each change at once.</p>
        {config?.source === 'tmdb' ? <OnlineSources attribution={config.attribution} /> : <BundledSource />}
        {config && <p className="small-hint">Version {config.build}</p>}
      </div>
    </Modal>
  );
}

function OnlineSources({ attribution }: { attribution: string }) {
  return (
    <dl className={classes.sources}>
      <Source name="Titles, people and pictures" href="https://www.themoviedb.org/" by="TMDB">
        <span className={classes.credit}>
          <TmdbMark />
          {attribution}
        </span>
      </Source>
      <Source name="Where to watch" href="https://www.justwatch.com/" by="JustWatch">
        Offers to stream, rent, buy or watch for free are provided by JustWatch.
      </Source>
      <Source name="Critics’ ratings" href="https://www.omdbapi.com/" by="OMDb">
        Figures of IMDb, Rotten Tomatoes and Metacritic come from the OMDb API.
      </Source>
    </dl>
  );
}

/** TMDB requires its logo next to the sentence, less prominent than our own. */
function TmdbMark() {
  return (
    <svg className={classes.mark} viewBox="0 0 24 24" role="img" aria-label={`${siThemoviedatabase.title} (TMDB)`}>
      <path d={siThemoviedatabase.path} fill={`#${siThemoviedatabase.hex}`} />
    </svg>
  );
}

function BundledSource() {
  const attribution = useConfig((state) => state.config?.attribution);
  return (
    <dl className={classes.sources}>
      <Source name="Titles and people">A catalogue that comes with Marquee. {attribution}</Source>
      <Source name="Posters">Drawn by Marquee, unique for every title.</Source>
    </dl>
  );
}

interface SourceProps {
  name: string;
  by?: string;
  href?: string;
  children: ReactNode;
}

function Source({ name, by, href, children }: SourceProps) {
  return (
    <div>
      <dt>
        {name}
        {href && (
          <>
            {' · '}
            <a href={href} target="_blank" rel="noreferrer">
              {by}
            </a>
          </>
        )}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
