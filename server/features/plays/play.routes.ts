import { Router } from 'express';
import { playApi } from '../../../common/api/library.ts';
import { serve } from '../../platform/requests/request.ts';
import type { TitleSource } from '../titles/title.source.ts';
import {
  addPlay,
  deletePlay,
  listPlays,
  loadOwnPlay,
  playOverviewPart,
  undeletePlay,
  updatePlay,
} from './play.service.ts';
import { answerProposal, listProposals, loadProposal } from './proposal.service.ts';

/** The calls on the user's own watch log. Other users' plays can be neither read nor changed. */
export function playRouter(source: TitleSource): Router {
  const router = Router();
  serve(router, playApi.add, ({ body }, actor) => addPlay(source, actor, body), { largePart: playOverviewPart });
  serve(router, playApi.list, ({ query }, { userId }) => listPlays(userId, query));
  serve(router, playApi.proposals, (_input, { userId }) => listProposals(userId));
  serve(router, playApi.update, ({ params, body }, actor) => updatePlay(actor, params.id, body), {
    access: ({ params }, userId) => loadOwnPlay(userId, params.id),
    largePart: playOverviewPart,
  });
  serve(router, playApi.remove, ({ params }, actor) => deletePlay(actor, params.id));
  serve(router, playApi.restore, ({ params }, actor) => undeletePlay(actor, params.id), {
    largePart: playOverviewPart,
  });
  serve(router, playApi.confirm, ({ params, body }, actor) => answerProposal(actor, params.id, body.status), {
    access: ({ params }, userId) => loadProposal(userId, params.id),
  });
  return router;
}
