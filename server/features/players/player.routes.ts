import express, { type Request, type RequestHandler, Router } from 'express';
import multer from 'multer';
import { playerApi, scrobbleApi } from '../../../common/api/players.ts';
import { limits } from '../../../common/constants.ts';
import { invalid, Problem } from '../../platform/http/errors.ts';
import { serve } from '../../platform/requests/request.ts';
import { recordSecurityEvent } from '../../platform/securityLog/securityLog.ts';
import { ownSessionOf, requireFreshSignIn } from '../../platform/session/session.ts';
import type { Sources } from '../plays/play.service.ts';
import {
  addPerson,
  answerPart,
  createPlayer,
  listPlayers,
  loadOwnPart,
  loadOwnPlayer,
  removePart,
  removePlayer,
  renewAddress,
  updatePlayer,
} from './player.service.ts';
import { receiveEvent } from './scrobble.service.ts';
import { readers, readGeneral } from './senders.ts';
import { forgetTitle, listUnrecognised, loadPlayerTitle, recogniseTitle } from './unrecognised.service.ts';
import { readWatching } from './watching.service.ts';

/** What players send. */
export function scrobbleRouter(sources: Sources): Router {
  const router = Router();
  const senderOf = (req: Request, userId: string) => ({ userId, tokenId: req.accessToken?.id ?? null });
  serve(router, scrobbleApi.send, async ({ body }, { req, userId }) => ({
    outcome: await receiveEvent(sources, senderOf(req, userId), readGeneral(body)),
  }));
  router.post(scrobbleApi.fromPlayer.path, readSenderBody);
  serve(router, scrobbleApi.fromPlayer, async ({ params, body }, { req, userId }) => ({
    outcome: await receiveEvent(sources, senderOf(req, userId), readers[params.sender](body)),
  }));
  return router;
}

/** Plex sends a form with a picture, which is dropped. */
const form = multer({
  storage: multer.memoryStorage(),
  fileFilter: (_req, _file, done) => done(null, false),
  limits: { fieldSize: limits.jsonBodyBytes, fields: 10, files: 5, parts: 15 },
}).any();

/** Jellyfin sends its JSON as plain text. */
const plainText = express.text({ type: () => true, limit: limits.jsonBodyBytes, inflate: false });

const malformed = () => invalid([{ path: '', message: 'Send JSON, or a form with JSON in its field payload or data' }]);

/** Reads the forms in which known programs send their JSON. JSON itself is read like that of other calls. */
const readSenderBody: RequestHandler = (req, res, next) => {
  if (req.is('application/json')) return next();
  const isForm = req.is('multipart/*');
  if (isForm && !(Number(req.headers['content-length']) <= limits.playerEventBytes)) {
    return next(new Problem('too_large', 'The event is too large'));
  }
  const read = isForm ? form : (plainText as RequestHandler);
  read(req, res, (error?: unknown) => {
    if (error) return next(isForm ? malformed() : error);
    try {
      req.body = jsonOf(req.body);
      next();
    } catch {
      next(malformed());
    }
  });
};

/** The JSON of a body's text, or of the field of a form. An empty body is an empty object. */
function jsonOf(body: unknown): unknown {
  if (typeof body === 'string') {
    const text = body.trim();
    if (text === '') return {};
    const fields = text.startsWith('{') ? null : new URLSearchParams(text);
    return JSON.parse(fields?.get('payload') ?? fields?.get('data') ?? text);
  }
  const { payload, data } = (body ?? {}) as { payload?: unknown; data?: unknown };
  const text = payload ?? data;
  return typeof text === 'string' ? JSON.parse(text) : {};
}

/** The user's players, what they report, and who else is part of them. */
export function playerRouter(sources: Sources): Router {
  const router = Router();
  const ofOwn = {
    access: ({ params }: { params: { id: string } }, userId: string) => loadOwnPlayer(userId, params.id),
  };
  serve(router, playerApi.list, (_input, { userId }) => listPlayers(userId));
  serve(router, playerApi.create, async ({ body }, { req, userId }) => {
    requireFreshSignIn(req);
    const { credentialsRev } = ownSessionOf(req);
    const created = await createPlayer({ userId, credentialsRev }, body);
    await recordSecurityEvent(req, { type: 'player-added', userId, detail: created.player.name });
    return created;
  });
  serve(router, playerApi.update, ({ params, body }, actor) => updatePlayer(actor, params.id, body), ofOwn);
  serve(router, playerApi.renew, async ({ params }, { req, userId }) => {
    requireFreshSignIn(req);
    const { credentialsRev } = ownSessionOf(req);
    const created = await renewAddress({ userId, credentialsRev }, params.id);
    await recordSecurityEvent(req, { type: 'player-address-renewed', userId, detail: created.player.name });
    return created;
  });
  serve(router, playerApi.remove, async ({ params }, { req, ...actor }) => {
    const name = await removePlayer(actor, params.id);
    await recordSecurityEvent(req, { type: 'player-removed', userId: actor.userId, detail: name });
  });
  serve(router, playerApi.addPerson, ({ params, body }, actor) => addPerson(actor, params.id, body), ofOwn);
  serve(router, playerApi.answer, ({ params, body }, actor) => answerPart(actor, params.id, body.status), {
    access: ({ params }, userId) => loadOwnPart(userId, params.id),
  });
  serve(router, playerApi.removePerson, ({ params }, actor) => removePart(actor, params.id));
  serve(router, playerApi.unrecognised, (_input, { userId }) => listUnrecognised(sources, userId));
  serve(
    router,
    playerApi.recognise,
    ({ params, body }, { userId }) => recogniseTitle(sources, userId, { id: params.id, ...body }),
    { access: ({ params }, userId) => loadPlayerTitle(userId, params.id) },
  );
  serve(router, playerApi.forget, ({ params }, { userId }) => forgetTitle(userId, params.id));
  serve(router, playerApi.watching, (_input, { userId }) => readWatching(userId));
  return router;
}
