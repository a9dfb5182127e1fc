import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { ScreenTabs } from '../../../components/controls/ScreenTabs.tsx';
import { withParams } from '../../../lib/page/dialogUrl.ts';
import { SEARCH_PARAM } from '../../../lib/page/searchUrl.ts';
import { type CatalogueKind, useShelf } from '../shelf.queries.ts';
import classes from './KindHead.module.css';
import { kinds, PANEL_ID } from './kinds.ts';
import { useMeant } from './useShelves.ts';

interface KindHeadProps {
  title: string;
  /** What is shown: popular titles, or the results of a search. */
  children?: ReactNode;
  kind: CatalogueKind;
  query: string;
  onChange: (kind: CatalogueKind) => void;
  /** The head of a part of a screen. */
  isPart?: boolean;
}

/** A title with the tabs Movies, TV Shows and Actors. */
export function KindHead({ title, children, kind, query, onChange, isPart }: KindHeadProps) {
  const Title = isPart ? 'h2' : 'h1';
  return (
    <header className={classes.header} data-part={isPart || undefined}>
      <div>
        <Title className={classes.title}>{title}</Title>
        <p className={classes.subtitle} aria-live="polite">
          {children}
          {query && <DidYouMean query={query} />}
        </p>
      </div>
      <ScreenTabs
        label={query ? 'What was found' : 'What to browse'}
        tabs={kinds.map(({ value, label }) => ({
          value,
          label: <TabLabel kind={value} label={label} query={query} />,
        }))}
        value={kind}
        onChange={onChange}
        panelId={PANEL_ID}
      />
    </header>
  );
}

/** A link that searches for the name that was probably meant. */
function DidYouMean({ query }: { query: string }) {
  const { search, state } = useLocation();
  const meant = useMeant(query);
  if (!meant) return null;
  return (
    <>
      . Did you mean{' '}
      <Link
        className={classes.meant}
        to={{ search: withParams(search, { [SEARCH_PARAM]: meant, tab: null }) }}
        state={state}
        replace
      >
        <bdi>{meant}</bdi>
      </Link>
      ?
    </>
  );
}

/** While searching, each tab shows its number of results. Its place is kept free until it is known. */
function TabLabel({ kind, label, query }: { kind: CatalogueKind; label: string; query: string }) {
  const { data: shelf } = useShelf(kind, query);
  if (!query) return label;
  return (
    <>
      {label} <span className={classes.count}>{shelf && `(${shelf.total.toLocaleString('en')})`}</span>
    </>
  );
}
