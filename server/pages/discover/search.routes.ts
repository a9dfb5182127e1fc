import { setTimeout } from 'node:timers/promises';
import { type Request, Router } from 'express';
import { titleApi } from '../../../common/api/titles.ts';
import { families } from '../../../common/families.ts';
import { readForMember } from '../memberPage.ts';
import type { Preview } from '../page.ts';
import { type DrawnSearch, drawSearch, type Kind } from './discover.page.ts';
import { type DiscoverParts, PATIENCE_MS } from './discover.routes.ts';

/** The screens that make room for the results. The overviews of lists show them below their own. */
const screens = [
  '/my-list',
  '/users',
  '/users/:userId',
  '/account',
  ...Object.values(families).map(({ screenPath }) => `${screenPath}/:id`),
];

/** The page of a search contains a preview with the results if they are there at once. */
export function searchRouter({ page, session, admit, source, imageBase }: DiscoverParts): Router {
  const router = Router();

  async function find(query: string): Promise<DrawnSearch['found'] | null> {
    const searches = Promise.all([
      source.search('movie', query, 1),
      source.search('tv', query, 1),
      source.searchPeople(query, 1),
    ]).catch(() => null); // the app's own requests show the error
    const answers = await Promise.race([searches, setTimeout(PATIENCE_MS, null, { ref: false })]);
    return answers && { movie: answers[0], tv: answers[1], person: answers[2] };
  }

  async function draw(title: string, { query, tab }: Search): Promise<Preview | null> {
    const found = await find(query);
    return found && drawSearch({ title, query, kind: tab ?? firstFound(found), found }, imageBase());
  }

  router.get(['/', '/browse', ...screens], async (req, res, next) => {
    const search = searchOf(req);
    if (!search) return next();
    const title = req.path === '/' || req.path === '/browse' ? 'Discover' : 'Search';
    const preview = await readForMember(session, req, res, async (userId) => {
      await admit(userId);
      return draw(title, search);
    });
    if (preview) page.sendPreview(res, preview);
    else page.send(res);
  });
  return router;
}

interface Search {
  query: string;
  /** Undefined if the address has none. */
  tab: Kind | undefined;
}

const isKind = (tab: unknown): tab is Kind => tab === 'movie' || tab === 'tv' || tab === 'person';

/** The search in the address; null without one, and with parameters that open something over it. */
function searchOf({ query: { q, tab, ...others } }: Request): Search | null {
  const { data } = titleApi.movie.search.query.safeParse({ q });
  if (!data?.q || Object.keys(others).length > 0) return null;
  return { query: data.q, tab: isKind(tab) ? tab : undefined };
}

/** The kind that the app opens: the first one with results. */
function firstFound({ movie, tv, person }: DrawnSearch['found']): Kind {
  if (movie.results.length > 0) return 'movie';
  if (tv.results.length > 0) return 'tv';
  return person.results.length > 0 ? 'person' : 'movie';
}
