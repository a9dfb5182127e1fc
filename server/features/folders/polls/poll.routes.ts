import { Router } from 'express';
import { guestApi, listPollApi, pollApi } from '../../../../common/api/polls.ts';
import { type FamilyKey, familyKeys } from '../../../../common/families.ts';
import type { CookieConfig } from '../../../platform/http/cookies.ts';
import { originOf } from '../../../platform/http/origin.ts';
import { serve } from '../../../platform/requests/request.ts';
import { clearGuestCookie, createToken, findGuest, setGuestCookie } from '../../../platform/session/guestSession.ts';
import { loadFolderFor } from '../access/access.ts';
import { wordErrorsFor } from '../access/familyErrors.ts';
import { createGuestLink, endGuestLink, getGuestOffer, joinAsGuest } from './guests/guest.service.ts';
import {
  closePoll,
  getBallot,
  getCurrentPoll,
  getPoll,
  joinPoll,
  leavePoll,
  listPastPolls,
  loadPoll,
  openPoll,
  type PollParts,
  removeGuest,
  requireManagerAccess,
  revealPoll,
  setBallot,
  startPoll,
  votesPart,
} from './poll.service.ts';

/** The calls on polls: those of a list for both families, those on one poll, and those of guests. */
export function pollRouters(parts: PollParts, config: CookieConfig): Router[] {
  return [...familyKeys.map((key) => listPollRouter(parts, key)), pollRouter(parts, config), guestRouter(config)];
}

function listPollRouter(parts: PollParts, key: FamilyKey): Router {
  const router = Router();
  const calls = listPollApi[key];
  serve(router, calls.open, ({ params, body }, actor) => openPoll(parts, actor, params.id, body), {
    access: ({ params }, userId) => loadFolderFor(userId, params.id, 'poll:open'),
  });
  serve(router, calls.current, async ({ params }, { userId }) => {
    await loadFolderFor(userId, params.id, 'folder:view');
    return getCurrentPoll(params.id);
  });
  serve(router, calls.history, async ({ params }, { userId }) => {
    await loadFolderFor(userId, params.id, 'folder:view');
    return listPastPolls(params.id);
  });
  return router.use(wordErrorsFor(() => key));
}

function pollRouter(parts: PollParts, config: CookieConfig): Router {
  const router = Router();
  serve(router, pollApi.get, ({ params }, caller) => getPoll(caller, params.id));
  serve(router, pollApi.join, async ({ params }, caller) => joinPoll(caller, params.id, await findGuest(caller.req)));
  serve(router, pollApi.leave, async ({ params }, caller) => {
    await leavePoll(caller, params.id);
    if (caller.guest?.pollId === params.id) clearGuestCookie(caller.res, config);
  });
  serve(router, pollApi.start, ({ params }, caller) => startPoll(caller, params.id));
  serve(router, pollApi.getBallot, ({ params }, caller) => getBallot(caller, params.id));
  serve(router, pollApi.setBallot, ({ params, body }, caller) => setBallot(caller, params.id, body), {
    access: ({ params }, userId, guest) => loadPoll({ userId, guest }, params.id),
    largePart: votesPart,
  });
  serve(router, pollApi.reveal, ({ params }, caller) => revealPoll(caller, params.id));
  serve(router, pollApi.close, ({ params, body }, caller) => closePoll(parts, caller, params.id, body.watchedKey), {
    access: ({ params }, userId) => requireManagerAccess(userId, params.id),
  });
  serve(router, pollApi.createGuestLink, ({ params }, caller) =>
    createGuestLink(caller, params.id, (token) => `${originOf(caller.req, config)}/tonight/${token}`),
  );
  serve(router, pollApi.endGuestLink, ({ params }, caller) => endGuestLink(caller, params.id));
  serve(router, pollApi.removeGuest, ({ params }, caller) => removeGuest(caller, params.id, params.guestId));
  return router;
}

function guestRouter(config: CookieConfig): Router {
  const router = Router();
  serve(router, guestApi.offer, async ({ params }, { userId, req }) =>
    getGuestOffer(params.token, userId, await findGuest(req)),
  );
  serve(router, guestApi.join, async ({ params, body }, { userId, req, res }) => {
    const sessionToken = createToken();
    const joining = { userId, guest: await findGuest(req), name: body.name, sessionToken };
    const { isNew, ...joined } = await joinAsGuest(params.token, joining);
    if (isNew) setGuestCookie(res, sessionToken, config);
    return joined;
  });
  return router;
}
