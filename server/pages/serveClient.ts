import path from 'node:path';
import type { Express, RequestHandler } from 'express';
import staticGzip from 'express-static-gzip';
import type { Artist } from '../features/titles/art.ts';
import type { TitleSource } from '../features/titles/title.source.ts';
import type { Directory } from '../features/users/directory.service.ts';
import type { CookieConfig } from '../platform/http/cookies.ts';
import { notFound } from '../platform/http/errors.ts';
import type { Instance } from '../platform/instance/instance.ts';
import type { Limits } from '../platform/limits/limits.ts';
import { PAGE_COST, SEARCH_PAGE_COST } from '../platform/limits/requestCosts.ts';
import type { Sessions } from '../platform/session/session.ts';
import { discoverRouter } from './discover/discover.routes.ts';
import { searchRouter } from './discover/search.routes.ts';
import { joinRouter } from './join/join.routes.ts';
import { landingRouter } from './landing/landing.routes.ts';
import { previewRouter } from './list/preview.routes.ts';
import type { HtmlPage } from './page.ts';

const ONE_HOUR_MS = 60 * 60 * 1000;
const ONE_MONTH_MS = 30 * 24 * ONE_HOUR_MS;
const ONE_YEAR_MS = 365 * 24 * ONE_HOUR_MS;

interface ClientParts {
  config: CookieConfig;
  clientDir: string;
  page: HtmlPage;
  sessions: Sessions;
  limits: Limits;
  instance: Instance;
  artist: Artist;
  source: TitleSource;
  directory: Directory;
  imageBase: () => string;
}

/** Screens have no dot in the last part of their path, so a path with a dot is a file that does not exist. */
const refuseUnknownFiles: RequestHandler = (req, _res, next) => {
  next(/\.[^/]*$/.test(req.path) ? notFound() : undefined);
};

/** The files of a folder, in the compressed copies that the build wrote beside them. */
function serveFiles(folder: string, caching: { immutable?: boolean; maxAge: number }): RequestHandler {
  return staticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: { ...caching, redirect: false },
  });
}

/** Serves the built client. Hashed assets are cached permanently; every path that is not a file gets the page. */
export function serveClient(app: Express, client: ClientParts): void {
  const { config, clientDir, page, sessions, limits, instance, artist, source, directory, imageBase } = client;
  const admit = (cost: number) => (userId: string) => limits.workPerUser.take(userId, cost);
  const parts = { page, session: sessions.middleware, source, imageBase };
  app.use(joinRouter({ config, page, artist, limits }));
  app.use('/assets', serveFiles(path.join(clientDir, 'assets'), { immutable: true, maxAge: ONE_YEAR_MS }));
  app.use('/assets', () => {
    throw notFound();
  });
  // Fonts have no hash in their address.
  app.use('/fonts', serveFiles(path.join(clientDir, 'fonts'), { maxAge: ONE_MONTH_MS }));
  app.get('/sw.js', serveFiles(clientDir, { maxAge: 0 }));
  app.get('/shell', (_req, res) => page.sendShell(res));
  app.use(serveFiles(clientDir, { maxAge: ONE_HOUR_MS }));
  app.use(refuseUnknownFiles);
  app.use(landingRouter(page, instance, config));
  app.use(searchRouter({ ...parts, directory, admit: admit(SEARCH_PAGE_COST) }));
  app.use(previewRouter({ ...parts, admit: admit(PAGE_COST) }));
  app.use(discoverRouter({ ...parts, admit: admit(PAGE_COST) }));
  app.get('/{*path}', (_req, res) => page.send(res));
}
