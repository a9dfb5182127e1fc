import { setTimeout } from 'node:timers/promises';
import { type Request, Router } from 'express';
import { titleApi } from '../../../common/api/titles.ts';
import { families } from '../../../common/families.ts';
import { searchLists } from '../../features/folders/sharing/listSearch.service.ts';
import type { Directory } from '../../features/users/directory.service.ts';
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

interface SearchParts extends DiscoverParts {
  directory: Directory;
}

/** The page of a search contains a preview with the results if they are there at once. */
export function searchRouter({ page, session, admit, source, directory, imageBase }: SearchParts): Router {
  const router = Router();

  async function find(userId: string, query: string): Promise<Pick<DrawnSearch, 'found' | 'onSite'> | null> {
    const searches = Promise.all([
      source.search('movie', query, 1),
      source.search('tv', query, 1),
      source.searchPeople(query, 1),
      searchLists(userId, query),
      directory.search(userId, query),
    ]).catch(() => null); // the app's own requests show the error
    const answers = await Promise.race([searches, setTimeout(PATIENCE_MS, null, { ref: false })]);
    if (!answers) return null;
    const [movie, tv, person, lists, people] = answers;
    return {
      found: { movie, tv, person },
      onSite: { lists: lists.map((list) => ({ ...list, isOwn: list.owner.id === userId })), people },
    };
  }

  async function draw(userId: string, title: string, { query, tab }: Search): Promise<Preview | null> {
    const results = await find(userId, query);
    return results && drawSearch({ title, query, kind: tab ?? firstFound(results.found), ...results }, imageBase());
  }

  router.get(['/', '/browse', ...screens], async (req, res, next) => {
    const search = searchOf(req);
    if (!search) return next();
    const title = req.path === '/' || req.path === '/browse' ? 'Discover' : 'Search';
    const preview = await readForMember(session, req, res, async (userId) => {
      await admit(userId);
      return draw(userId, title, search);
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
