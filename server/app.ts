import { randomUUID } from 'node:crypto';
import path from 'node:path';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import sirv from 'sirv';
import { appApi } from '../common/api.ts';
import type { Config } from './config.ts';
import { accountRouter } from './features/account/account.routes.ts';
import { oidcRouter, type SingleSignOn } from './features/account/oidc.routes.ts';
import { settingsRouter } from './features/account/settings.routes.ts';
import { createSignInForms } from './features/account/sign-in.forms.ts';
import { folderRouters } from './features/folders/folder.routes.ts';
import { itemRouter } from './features/folders/item.routes.ts';
import { openingRouter } from './features/folders/opening.routes.ts';
import { profileRouters } from './features/folders/profile.routes.ts';
import { recommendationRouter } from './features/recommendations/recommendation.routes.ts';
import { reviewRouter } from './features/reviews/review.routes.ts';
import { artRouter } from './features/titles/art.routes.ts';
import { isTmdbOn } from './features/titles/createTitleSource.ts';
import { discoverRouter } from './features/titles/discover.routes.ts';
import { titleRouter } from './features/titles/title.routes.ts';
import type { TitleSource } from './features/titles/title.source.ts';
import { userRouter } from './features/users/user.routes.ts';
import { createOpenApi } from './openapi.ts';
import { isDatabaseReady } from './platform/database.ts';
import { errorHandler } from './platform/errorHandler.ts';
import { notFound, unauthorized } from './platform/errors.ts';
import { type Limits, limitWrites } from './platform/limits.ts';
import { measureRequests, serveMetrics } from './platform/metrics.ts';
import { requireSameOrigin } from './platform/origin.ts';
import { createPage, type Page } from './platform/page.ts';
import { serve } from './platform/request.ts';
import type { Sessions } from './platform/session.ts';

const IMAGE_HOST = 'https://image.tmdb.org';
const IMAGE_BASE = `${IMAGE_HOST}/t/p/`;

/** The notice that TMDB asks for, word for word. The catalogue's facts come from TMDB too: docs/catalogue.md. */
const TMDB_NOTICE =
  'This product uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved by TMDB.';
const attributions: Record<TitleSource['name'], string> = {
  tmdb: TMDB_NOTICE,
  catalogue: `Title facts come by way of TMDB ids. ${TMDB_NOTICE}`,
};

export interface AppParts {
  config: Config;
  sessions: Sessions;
  limits: Limits;
  /** Null where there is none. */
  singleSignOn: SingleSignOn | null;
  titles: TitleSource;
  /** The bundled catalogue: draws artwork and the sign-in page's wall, whatever the source of titles. */
  bundled: TitleSource;
  /** The built client, or null where Vite serves it. */
  clientDir: string | null;
  build: string;
}

/** Everything that answers HTTP; never listens. */
export function createApp(parts: AppParts): Express {
  const { config, sessions, limits, singleSignOn, titles, bundled, clientDir, build } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.trustProxy);
  const client = clientDir === null ? null : { clientDir, page: createPage(clientDir) };
  app.use(giveRequestId, measureRequests, securityHeaders(config, client?.page.scriptHashes ?? []));

  app.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  app.get('/readyz', async (_req, res) => {
    const isReady = await isDatabaseReady();
    if (!isReady) res.set('Retry-After', '2');
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'unavailable' });
  });
  app.get('/metrics', serveMetrics(config));

  // Artwork asks no session: the landing shows it, and caches may share it.
  app.use(artRouter(bundled));
  app.use('/api', noStore, sessions.middleware, requireSession, requireSameOrigin(config), limitWrites(limits));
  app.use(compression());
  serve(app, appApi.config, () => ({
    imageBase: IMAGE_BASE,
    source: titles.name,
    attribution: attributions[titles.name],
    hasModel: config.ai !== null,
    hasLocalAccounts: config.hasLocalAccounts,
    hasSingleSignOn: singleSignOn !== null,
    build,
  }));
  app.get('/api/openapi.json', serveOpenApi(build));
  const forms = createSignInForms(bundled, config);
  app.use(accountRouter(limits, forms, config), oidcRouter({ config, singleSignOn, limits, forms }));
  app.use(settingsRouter({ config, singleSignOn, limits }), ...profileRouters(), userRouter());
  app.use(itemRouter(), ...folderRouters(), reviewRouter(titles), titleRouter(titles));
  app.use(recommendationRouter({ source: titles, ai: config.ai }));
  app.use('/api', () => {
    throw notFound();
  });

  if (client)
    serveClient(app, { ...client, sessions, source: titles, imageBase: titles.name === 'tmdb' ? IMAGE_BASE : '' });
  app.use(errorHandler);
  return app;
}

/** Made at the first request, and once: nobody asks for it while signing in. */
function serveOpenApi(build: string): RequestHandler {
  let document: unknown;
  return (_req, res) => {
    document ??= createOpenApi(build);
    res.json(document);
  };
}

const giveRequestId: RequestHandler = (_req, res, next) => {
  res.set('X-Request-Id', randomUUID());
  next();
};

const noStore: RequestHandler = (req, res, next) => {
  res.set('Cache-Control', 'no-store');
  // Meant for writes; Express would answer any read with it 304.
  if (req.headers['if-none-match'] === '*') delete req.headers['if-none-match'];
  next();
};

const openPaths = new Set([
  '/login',
  '/logout',
  '/auth/register',
  '/auth/login',
  '/auth/oidc',
  '/auth/oidc/callback',
  '/config',
  '/openapi.json',
]);

/** Signed out, nothing under /api exists but what is open to visitors. */
const requireSession: RequestHandler = (req, _res, next) => {
  if (req.session.userId || openPaths.has(req.path)) next();
  else next(unauthorized());
};

function securityHeaders(config: Config, scriptHashes: readonly string[]): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        // Mantine sets style attributes and its theme's variables from script.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(isTmdbOn(config) ? [IMAGE_HOST] : [])],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        frameSrc: ['https://www.youtube-nocookie.com'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // With no-referrer browsers would send forms with the origin "null".
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: config.publicUrl?.protocol === 'https:',
  });
}

const ONE_HOUR_S = 60 * 60;
const ONE_YEAR_S = 365 * 24 * ONE_HOUR_S;

interface ClientParts {
  clientDir: string;
  page: Page;
  sessions: Sessions;
  source: TitleSource;
  imageBase: string;
}

/** No screen has a dot in the last part of its path, so this asks for a file, and files were looked for before. */
const refuseUnknownFiles: RequestHandler = (req, _res, next) => {
  next(/\.[^/]*$/.test(req.path) ? notFound() : undefined);
};

/** The built client: hashed assets for ever; every path that names no file is the page itself, which routes by path. */
function serveClient(app: Express, { clientDir, page, sessions, source, imageBase }: ClientParts): void {
  // The build left each file compressed beside it.
  const compressed = { brotli: true, gzip: true, extensions: [] };
  app.use('/assets', sirv(path.join(clientDir, 'assets'), { ...compressed, immutable: true, maxAge: ONE_YEAR_S }));
  app.use('/assets', () => {
    throw notFound();
  });
  app.use(sirv(clientDir, { ...compressed, etag: true, maxAge: ONE_HOUR_S }));
  app.use(refuseUnknownFiles);
  app.use(openingRouter({ page, session: sessions.middleware, imageBase }));
  app.use(discoverRouter({ page, session: sessions.middleware, source, imageBase }));
  app.get('/{*path}', (_req, res) => page.send(res));
}
