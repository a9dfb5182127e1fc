import { Router } from 'express';
import { invitationLinkApi, type ListCalls, listApi, publicLinkApi } from '../../../common/api/lists.ts';
import { type FamilyKey, familyKeys } from '../../../common/families.ts';
import type { FolderAction } from '../../../common/permissions.ts';
import type { Config } from '../../config/config.ts';
import { sendDownload } from '../../platform/http/download.ts';
import { originOf } from '../../platform/http/origin.ts';
import type { Instance } from '../../platform/instance/instance.ts';
import { serve, WRITTEN } from '../../platform/requests/request.ts';
import type { TitleSource } from '../titles/title.source.ts';
import { loadFolderFor, requireNamedAccess } from './access/access.ts';
import { wordErrorsFor } from './access/familyErrors.ts';
import { exportList } from './export/listExport.service.ts';
import { type FindOtherIds, listFile } from './export/listFile.ts';
import { radarrList, sonarrList } from './export/publicList.service.ts';
import {
  createFolder,
  deleteFolder,
  getFolder,
  getPermissions,
  listDeletedFolders,
  listFolders,
  listSharedFolders,
  membersPart,
  renameFolder,
  restoreFolder,
  setVisibility,
} from './folder.service.ts';
import { sendItems } from './items/item.routes.ts';
import { removeItems } from './items/item.service.ts';
import { findChanges } from './log/change.model.ts';
import { readSeen, setSeenConsent } from './seen/seen.service.ts';
import {
  inviteWithDefaults,
  listFolderInvitations,
  listMyInvitations,
  loadInvitation,
  respond,
  sendInvitation,
  withdrawInvitation,
} from './sharing/invitation.service.ts';
import {
  answerJoinRequest,
  askToJoin,
  getJoinState,
  listJoinRequests,
  withdrawJoinRequest,
} from './sharing/joinRequests/joinRequest.service.ts';
import { createLink, join, listLinks, loadLinkToShare, revokeLink } from './sharing/links/link.service.ts';
import { type LinkMailParts, mailLink } from './sharing/links/linkMail.service.ts';
import { getOffer } from './sharing/links/newcomer.service.ts';
import { searchLists } from './sharing/listSearch.service.ts';
import {
  createPublicLink,
  listPublicLinks,
  readPublicLinkSetting,
  revokePublicLink,
  setPublicLinkSetting,
} from './sharing/publicLinks/publicLink.service.ts';
import { leaveFolder, listShares, requireShareAccess, revokeShare, setPermissions } from './sharing/share.service.ts';
import { changedOverviewPart, undoChange, undoRemovals } from './writing/undo.service.ts';

/** Checks access before a request is answered as malformed. */
const accessFor = (action: FolderAction) => ({
  access: ({ params }: { params: { id: string } }, userId: string) => loadFolderFor(userId, params.id, action),
});

/** The calls on lists for one family. Both families are mounted. */
function folderRouter(key: FamilyKey, parts: FolderParts): Router {
  const router = Router();
  const calls = listApi[key];
  serveLists(router, calls);
  serveFile(router, calls, parts.findIds);
  servePublicLinks(router, calls, parts);
  serveForPrograms(router, calls, parts);
  serveSeen(router, calls);
  serveInvitations(router, calls);
  serveJoinRequests(router, calls);
  serveShares(router, calls);
  router.use(wordErrorsFor(() => key));
  return router;
}

interface FolderParts extends LinkMailParts {
  config: Pick<Config, 'publicUrl'>;
  instance: Instance;
  titles: Pick<TitleSource, 'otherIds'>;
  findIds: FindOtherIds;
}

export function folderRouters(parts: FolderParts): Router[] {
  return [...familyKeys.map((key) => folderRouter(key, parts)), linkRouter(parts)];
}

/** The calls on links by their own tokens and ids. They are the same for both families. */
function linkRouter(parts: FolderParts): Router {
  const router = Router();
  serve(router, invitationLinkApi.offer, async ({ params }, { userId }) =>
    getOffer(params.token, await parts.instance.read(), userId),
  );
  serve(router, invitationLinkApi.join, ({ params }, actor) => join(actor, params.token));
  serve(
    router,
    invitationLinkApi.mail,
    ({ params, body }, context) => mailLink(parts, context, params.id, body.email),
    { access: ({ params }, userId) => loadLinkToShare(userId, params.id) },
  );
  serve(router, invitationLinkApi.revoke, ({ params }, actor) => revokeLink(actor, params.id));
  serve(router, publicLinkApi.revoke, ({ params }, actor) => revokePublicLink(actor, params.id));
  return router;
}

function serveLists(router: Router, calls: ListCalls): void {
  for (const [call, list] of [
    [calls.list, listFolders],
    [calls.shared, listSharedFolders],
  ] as const) {
    serve(router, call, ({ query }, { userId }) => list(userId, query));
  }
  serve(router, calls.create, ({ body }, actor) => createFolder(actor, body.name));
  serve(router, calls.deleted, (_input, { userId }) => listDeletedFolders(userId));
  serve(router, calls.restore, ({ params }, actor) => restoreFolder(actor, params.id), { largePart: membersPart });
  // Before the call on a list by its id.
  serve(router, calls.search, ({ query }, { userId }) => searchLists(userId, query.q));
  serve(router, calls.get, ({ params }, { userId }) => getFolder(userId, params.id));
  serve(router, calls.permissions, ({ params }, { userId }) => getPermissions(userId, params.id));
  serve(router, calls.rename, ({ params, body }, actor) => renameFolder(actor, params.id, body.name), {
    ...accessFor('folder:rename'),
    largePart: membersPart,
  });
  serve(router, calls.setVisibility, ({ params, body }, actor) => setVisibility(actor, params.id, body.visibility), {
    ...accessFor('folder:set-visibility'),
    largePart: membersPart,
  });
  serve(router, calls.remove, ({ params }, actor) => deleteFolder(actor, params.id));
  serve(router, calls.leave, ({ params }, actor) => leaveFolder(actor, params.id));
  serve(
    router,
    calls.items,
    ({ params, query }, { userId, req, res }) => sendItems(userId, params.id, query, { req, res }),
    accessFor('folder:view'),
  );
  serve(
    router,
    calls.removeItems,
    ({ params, body }, actor) => removeItems(actor, params.id, body.itemIds),
    accessFor('item:remove'),
  );
  serve(
    router,
    calls.changes,
    async ({ params, query }, { userId }) => {
      const { folder, arrivedRev } = await loadFolderFor(userId, params.id, 'folder:view');
      return findChanges(folder, arrivedRev, query);
    },
    accessFor('folder:view'),
  );
  serve(
    router,
    calls.undoRemovals,
    ({ params, body }, actor) => undoRemovals(actor, params.id, body.revs),
    accessFor('item:remove'),
  );
  serve(router, calls.undo, ({ params }, actor) => undoChange(actor, params.id, params.rev), {
    largePart: changedOverviewPart,
  });
}

function serveFile(router: Router, calls: ListCalls, findIds: FindOtherIds): void {
  serve(
    router,
    calls.file,
    async ({ params, query }, { userId, res }): Promise<typeof WRITTEN> => {
      const { folder } = await loadFolderFor(userId, params.id, 'folder:view');
      const { path, pieces } = listFile(await exportList(userId, folder), query.format, findIds);
      await sendDownload(res, path, pieces);
      return WRITTEN;
    },
    accessFor('folder:view'),
  );
}

function servePublicLinks(router: Router, calls: ListCalls, { config }: FolderParts): void {
  serve(router, calls.publicLinks, async ({ params }, { userId, req }) => {
    await loadFolderFor(userId, params.id, 'invitation:list');
    return listPublicLinks(params.id, originOf(req, config));
  });
  serve(
    router,
    calls.createPublicLink,
    ({ params, body }, actor) => createPublicLink(actor, params.id, body, originOf(actor.req, config)),
    accessFor('member:invite'),
  );
  serve(router, calls.publicLinkSetting, ({ params }, { userId }) => readPublicLinkSetting(userId, params.id));
  serve(
    router,
    calls.setPublicLinkSetting,
    ({ params, body }, actor) => setPublicLinkSetting(actor, params.id, body.isAllowed),
    accessFor('folder:set-visibility'),
  );
}

/** What Radarr and Sonarr import. */
function serveForPrograms(router: Router, calls: ListCalls, { findIds, titles }: FolderParts): void {
  serve(router, calls.radarr, async ({ params }, { userId }) => {
    const { folder } = await loadFolderFor(userId, params.id, 'folder:view');
    return radarrList(folder, findIds);
  });
  serve(router, calls.sonarr, async ({ params }, { userId, res }) => {
    const { folder } = await loadFolderFor(userId, params.id, 'folder:view');
    const { shows, leftOut } = await sonarrList(folder, titles);
    res.set('Left-Out', String(leftOut));
    return shows;
  });
}

function serveSeen(router: Router, calls: ListCalls): void {
  serve(router, calls.seen, ({ params }, { userId }) => readSeen(userId, params.id));
  serve(
    router,
    calls.setSeenConsent,
    ({ params, body }, actor) => setSeenConsent(actor, params.id, body.shows),
    accessFor('seen:show'),
  );
}

function serveInvitations(router: Router, calls: ListCalls): void {
  serve(router, calls.myInvitations, (_input, { userId }) => listMyInvitations(userId));
  serve(router, calls.invitations, async ({ params }, { userId }) => {
    await loadFolderFor(userId, params.id, 'invitation:list');
    return listFolderInvitations(params.id);
  });
  serve(
    router,
    calls.invite,
    ({ params, body }, actor) => inviteWithDefaults(actor, params.id, body.invitedUserId),
    accessFor('member:invite'),
  );
  serve(
    router,
    calls.sendInvitation,
    ({ body: { folderId, categoryId, invitedUserId, ...flags } }, actor) =>
      sendInvitation(actor, folderId ?? categoryId ?? '', invitedUserId, flags),
    {
      access: ({ body }, userId) => requireNamedAccess(userId, body, 'member:invite'),
    },
  );
  serve(router, calls.respond, ({ params, body }, actor) => respond(actor, params.id, body.status), {
    access: ({ params }, userId) => loadInvitation(params.id, userId),
  });
  serve(router, calls.links, ({ params }, { userId }) => listLinks(userId, params.id));
  serve(
    router,
    calls.createLink,
    ({ params, body }, actor) => createLink(actor, params.id, body),
    accessFor('member:invite'),
  );
  serve(router, calls.withdraw, ({ params }, actor) => withdrawInvitation(actor, params.id));
}

function serveJoinRequests(router: Router, calls: ListCalls): void {
  serve(router, calls.joinRequests, async ({ params }, { userId }) => {
    await loadFolderFor(userId, params.id, 'invitation:list');
    return listJoinRequests(params.id);
  });
  serve(router, calls.joinState, ({ params }, { userId }) => getJoinState(userId, params.id));
  serve(router, calls.askToJoin, ({ params }, actor) => askToJoin(actor, params.id));
  serve(router, calls.withdrawJoinRequest, ({ params }, actor) => withdrawJoinRequest(actor, params.id));
  serve(
    router,
    calls.answerJoinRequest,
    ({ params, body }, actor) => answerJoinRequest(actor, params.id, params.userId, body.status),
    accessFor('member:invite'),
  );
}

function serveShares(router: Router, calls: ListCalls): void {
  serve(router, calls.shares, async ({ params }, { userId, res }) => {
    const { folder } = await loadFolderFor(userId, params.id, 'share:list');
    res.set('Folder-Rev', String(folder.rev));
    return listShares(params.id);
  });
  serve(router, calls.setPermissions, ({ params, body }, actor) => setPermissions(actor, params.id, body), {
    access: ({ params }, userId) => requireShareAccess(userId, params.id, 'share:edit'),
  });
  serve(router, calls.revoke, ({ params }, actor) => revokeShare(actor, params.id));
}
