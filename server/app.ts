import { randomUUID } from 'node:crypto';
import compression from 'compression';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { appApi } from '../common/api/app.ts';
import { PROTOCOL, PROTOCOL_HEADER } from '../common/protocol.ts';
import { titleKey } from '../common/titleKey.ts';
import { takeAddressToken } from './addressToken.ts';
import type { Config } from './config/config.ts';
import { accountRouter } from './features/account/account.routes.ts';
import { createSignIn, type SignIn } from './features/account/account.service.ts';
import { exportRouter } from './features/account/export/export.routes.ts';
import { createKeepDevice, type KeepDevice } from './features/account/keepDevice.ts';
import { mailRouter } from './features/account/mail/mail.routes.ts';
import { oidcRouter, type SingleSignOn } from './features/account/oidc/oidc.routes.ts';
import type { SecondFactor } from './features/account/secondFactor/secondFactor.service.ts';
import {
  freshSignInRouter,
  passkeyRouter,
  secondFactorRouter,
  securityRouter,
} from './features/account/security/security.routes.ts';
import { deletionRouter, settingsRouter } from './features/account/settings/settings.routes.ts';
import type { SignInForms } from './features/account/signInForms.ts';
import { tokenRouter } from './features/account/tokens/token.routes.ts';
import { feedRouter } from './features/feeds/feed.routes.ts';
import { findAllFellows, findFellows } from './features/folders/access/people.service.ts';
import { commentRouters } from './features/folders/comments/comment.routes.ts';
import type { FindOtherIds } from './features/folders/export/listFile.ts';
import { folderRouters } from './features/folders/folder.routes.ts';
import { itemRouter } from './features/folders/items/item.routes.ts';
import { pollRouters } from './features/folders/polls/poll.routes.ts';
import type { PollParts } from './features/folders/polls/poll.service.ts';
import { findSeenKeys } from './features/folders/seen/seen.service.ts';
import { profileRouters } from './features/folders/sharing/profile.routes.ts';
import { importRouter } from './features/moving/import.routes.ts';
import type { ImportRunner } from './features/moving/import.runner.ts';
import { noticeRouters } from './features/notices/notice.routes.ts';
import type { NoticeSending } from './features/notices/sending/noticeSending.ts';
import type { DataChecker } from './features/operator/dataCheck.service.ts';
import { operatorRouter } from './features/operator/operator.routes.ts';
import { playerRouter, scrobbleRouter } from './features/players/player.routes.ts';
import { endPartsBetween } from './features/players/player.service.ts';
import { groupRouters } from './features/plays/group.routes.ts';
import { findNextEpisodes } from './features/plays/group.service.ts';
import { playRouter, statisticsRouter } from './features/plays/play.routes.ts';
import { proposePlaysOfPoll } from './features/plays/proposal.service.ts';
import { findReached } from './features/plays/reached.service.ts';
import { recommendForGroup } from './features/recommendations/group.ts';
import { recommendationRouter } from './features/recommendations/recommendation.routes.ts';
import { reportRouter } from './features/reports/report.routes.ts';
import { reviewRouter } from './features/reviews/review.routes.ts';
import { findRatings } from './features/reviews/review.service.ts';
import { artRouter } from './features/titles/art.routes.ts';
import type { Artist } from './features/titles/art.ts';
import type { TitleSources } from './features/titles/createTitleSource.ts';
import { createKeyCheck, type KeyCheck } from './features/titles/keyCheck.ts';
import { requestRouter } from './features/titles/request.routes.ts';
import { createSeerr } from './features/titles/seerr.ts';
import type { Shows } from './features/titles/shows.ts';
import { titleRouter } from './features/titles/title.routes.ts';
import type { TitleSource } from './features/titles/title.source.ts';
import { createDirectory } from './features/users/directory.service.ts';
import { findPasskeySite } from './features/users/passkeys/challenge.service.ts';
import { userRouter } from './features/users/user.routes.ts';
import { webhookRouters } from './features/webhooks/webhook.routes.ts';
import type { WebhookParts } from './features/webhooks/webhook.service.ts';
import { documentRouter } from './openapi/document.routes.ts';
import { refuseOtherMethods } from './otherMethods.ts';
import { mailPages } from './pages/mail/mail.pages.ts';
import { createPage } from './pages/page.ts';
import { publicRouter } from './pages/public/public.routes.ts';
import { serveClient } from './pages/serveClient.ts';
import { createSignInForms } from './pages/sign-in/sign-in.forms.ts';
import { isDatabaseReady } from './platform/database/database.ts';
import { ANSWERED_WITHIN_MS } from './platform/database/timeLimit.ts';
import { requireUtf8 } from './platform/http/charset.ts';
import { notFound } from './platform/http/errors.ts';
import { requireKnownHost } from './platform/http/hosts.ts';
import { measureRequests, serveMetrics } from './platform/http/metrics.ts';
import { requireSameOrigin } from './platform/http/origin.ts';
import type { Instance } from './platform/instance/instance.ts';
import type { KnownDevices } from './platform/limits/knownDevice.ts';
import { type Limits, limitWrites } from './platform/limits/limits.ts';
import { limitWork } from './platform/limits/requestCosts.ts';
import type { Mailer } from './platform/mail.ts';
import { type AnswerLimit, limitAnswers } from './platform/requests/answerLimit.ts';
import { errorHandler } from './platform/requests/errorHandler.ts';
import { serve } from './platform/requests/request.ts';
import { readGuestToken } from './platform/session/guestSession.ts';
import { renewSessionCookie, type Sessions } from './platform/session/session.ts';
import { byAccessTokenOr } from './requireAccessToken.ts';
import { requireSession } from './requireSession.ts';
import { IMAGE_HOST, securityHeaders } from './securityHeaders.ts';

const CHECK_AFTER_MS = 1000;

/** The check gets most of the time, because on a busy machine the database answers it late. */
const answerLimit: AnswerLimit = {
  checkAfterMs: CHECK_AFTER_MS,
  // A write with a key can be sent again, so it does not wait for a database that answers, but slowly. The answer comes a
  // second before docker/nginx.conf asks another node.
  giveUpAfterMs: (req) => (req.get('idempotency-key') ? 4000 : 30_000),
  isDatabaseReady: () => isDatabaseReady(ANSWERED_WITHIN_MS - CHECK_AFTER_MS),
};

const IMAGE_BASE = `${IMAGE_HOST}/t/p/`;

/** The notice that TMDB requires, verbatim. The catalogue's facts come from TMDB too: see docs/catalogue.md. */
const TMDB_NOTICE =
  'This product uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved by TMDB.';

export interface AppParts {
  config: Config;
  sessions: Sessions;
  limits: Limits;
  devices: KnownDevices;
  instance: Instance;
  singleSignOn: SingleSignOn | null;
  secondFactor: SecondFactor;
  titleSources: Pick<TitleSources, 'titles' | 'bundled' | 'region'>;
  shows: Shows;
  imports: ImportRunner;
  noticeSending: NoticeSending;
  mailer: Mailer | null;
  artist: Artist;
  dataChecker: DataChecker;
  webhooks: WebhookParts;
  /** The folder of the built client, or null if Vite serves it. */
  clientDir: string | null;
  build: string;
}

/** The Express app with all routes. It does not listen. */
export function createApp(parts: AppParts): Express {
  const {
    config,
    sessions,
    limits,
    devices,
    instance,
    titleSources,
    shows,
    imports,
    noticeSending,
    mailer,
    artist,
    clientDir,
    dataChecker,
    build,
  } = parts;
  const { titles, bundled } = titleSources;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.trustProxy);
  const client = clientDir === null ? null : { clientDir, page: createPage(clientDir, config) };
  app.use(takeAddressToken, giveRequestId, measureRequests, ...securityHeaders(config, client?.page ?? null, titles));

  serveProbes(app, config);
  // Added after the probes, because load balancers and monitors use the IP address as host.
  app.use(requireKnownHost(config));

  app.use('/api', refuseOtherMethods());
  // Artwork needs no session: the landing page shows it, and caches may share it.
  app.use(artRouter(artist, limits));
  app.use(
    '/api',
    limitAnswers(answerLimit),
    apiHeaders,
    byAccessTokenOr(
      [
        sessions.middleware,
        readGuestToken(config),
        renewSessionCookie(config),
        requireSession,
        requireSameOrigin(config),
      ],
      limits,
    ),
    limitWrites(limits),
    limitWork(limits),
    requireUtf8,
  );
  app.use(compression());
  serveConfig(app, parts);
  app.use(documentRouter(build));
  const signIn = createSignIn(devices);
  const keepDevice = createKeepDevice(devices);
  const keyCheck = createKeyCheck(config);
  const findIds: FindOtherIds = async (known) => {
    const ids = known.map((title) => [titleKey(title), bundled.imdbIdOf(title.mediaType, title.tmdbId)] as const);
    return new Map(ids.flatMap(([key, imdb]) => (imdb ? [[key, { imdb }]] : [])));
  };
  const forms = createSignInForms(bundled, config, signIn, instance);
  app.use(
    ...accountRouters(parts, { findIds, forms, signIn, keepDevice, keyCheck }),
    operatorRouter({ config, instance, keyCheck, dataChecker, build }),
  );
  const directory = createDirectory({ findFellows, findAllFellows });
  app.use(...profileRouters(endPartsBetween), userRouter(directory), reportRouter());
  app.use(...noticeRouters(noticeSending, limits));
  app.use(
    itemRouter(titles),
    ...folderRouters({ config, instance, titles, findIds, mailer, limits }),
    ...webhookRouters(parts.webhooks),
    playRouter({ source: titles, shows }),
    feedRouter({ config, sources: { source: titles, shows }, limits }),
    ...groupRouters({ source: titles, shows }),
    ...commentRouters(findReached),
    statisticsRouter({ source: titles, findRatings, artist }),
    reviewRouter(titles),
    importRouter(titles, imports),
    scrobbleRouter({ source: titles, shows }),
    playerRouter({ source: titles, shows }),
    titleRouter(titles),
    requestRouter(config.seerr && createSeerr(config.seerr)),
  );
  app.use(recommendationRouter({ source: titles, ai: config.ai }), ...pollRouters(pollParts(titles, shows), config));
  app.use(
    publicRouter({
      config,
      titles,
      shows,
      artist,
      findIds,
      limits,
      imageBase: () => (titles.name === 'tmdb' ? IMAGE_BASE : ''),
    }),
  );
  app.use('/api', () => {
    throw notFound();
  });

  if (client)
    serveClient(app, {
      directory,
      ...client,
      config,
      sessions,
      limits,
      instance,
      artist,
      source: titles,
      imageBase: () => (titles.name === 'tmdb' ? IMAGE_BASE : ''),
    });
  app.use(errorHandler);
  return app;
}

/** What the app needs to know of this server. */
function serveConfig(app: Express, { config, titleSources, singleSignOn, mailer, build }: AppParts): void {
  const { titles, region } = titleSources;
  serve(app, appApi.config, (_input, { req }) => ({
    imageBase: IMAGE_BASE,
    source: titles.name,
    attribution: TMDB_NOTICE,
    region: region(),
    hasModel: config.ai !== null,
    hasRequests: config.seerr !== null,
    hasMail: mailer !== null,
    hasLocalAccounts: config.hasLocalAccounts,
    hasSingleSignOn: singleSignOn !== null,
    hasPasskeys: findPasskeySite(req, config) !== null,
    build,
  }));
}

interface AccountParts {
  findIds: FindOtherIds;
  forms: SignInForms;
  signIn: SignIn;
  keepDevice: KeepDevice;
  keyCheck: KeyCheck;
}

function accountRouters(parts: AppParts, { findIds, forms, signIn, keepDevice, keyCheck }: AccountParts): Router[] {
  const { config, limits, instance, singleSignOn, secondFactor, mailer } = parts;
  return [
    accountRouter({ limits, forms, config, instance, keyCheck, secondFactor }),
    oidcRouter({ config, singleSignOn, limits, forms, signIn, keepDevice, instance }),
    passkeyRouter({ config, limits, signIn, keepDevice }),
    securityRouter(),
    tokenRouter(),
    mailRouter({ config, limits, mailer }),
    mailPages({ config, limits, mailer }),
    secondFactorRouter(secondFactor, keepDevice),
    freshSignInRouter({ config, singleSignOn, limits, secondFactor }),
    settingsRouter({ config, singleSignOn, limits, keepDevice }),
    exportRouter(config, limits, findIds),
    deletionRouter(config, limits),
  ];
}

/** What polls take from features that build on lists. */
function pollParts(titles: TitleSource, shows: Shows): PollParts {
  return {
    async findPicks(userId, folderId, count) {
      return (await recommendForGroup(titles, userId, folderId, count)).results;
    },
    findSeen: findSeenKeys,
    findNextEpisodes: (folderId) => findNextEpisodes(shows, folderId),
    proposePlays: proposePlaysOfPoll,
  };
}

function serveProbes(app: Express, config: Config): void {
  app.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  app.get('/readyz', async (_req, res) => {
    const isReady = await isDatabaseReady();
    if (!isReady) res.set('Retry-After', '2');
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'unavailable' });
  });
  app.get('/metrics', serveMetrics(config));
}

const giveRequestId: RequestHandler = (_req, res, next) => {
  res.set('X-Request-Id', randomUUID());
  next();
};

const apiHeaders: RequestHandler = (req, res, next) => {
  res.set('Cache-Control', 'no-store');
  res.set(PROTOCOL_HEADER, String(PROTOCOL));
  // This value is meant for writes, but Express would answer any read with 304.
  if (req.headers['if-none-match'] === '*') delete req.headers['if-none-match'];
  next();
};
