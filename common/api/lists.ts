import { z } from 'zod';
import { limits } from '../constants.ts';
import { invitationLinkEndpoints, itemEndpoints, listEndpoints, publicLinkEndpoints } from '../endpoints.ts';
import type { FamilyKey } from '../families.ts';
import { listVisibilityBody } from '../schemas/account/privacy.ts';
import { changeSchema, changesAnswerSchema, changesQuery } from '../schemas/changes.ts';
import { listFileQuery, listFileSchema } from '../schemas/export/export.ts';
import { flagsBody } from '../schemas/flags.ts';
import {
  deletedFolderSchema,
  folderPermissionsSchema,
  folderSchema,
  foundListSchema,
  searchListsQuery,
} from '../schemas/folder.ts';
import { emailBody, folderNameBody } from '../schemas/forms.ts';
import { invitationSchema, inviteBody, respondBody, sendInvitationBody } from '../schemas/invitation.ts';
import {
  createLinkBody,
  invitationLinkSchema,
  joinedSchema,
  linkOfferSchema,
  linkTokenParams,
} from '../schemas/invitationLink.ts';
import {
  addItemBody,
  folderRefShape,
  itemSchema,
  itemsQuery,
  noteBody,
  placeBody,
  removeItemsBody,
  revsSchema,
  watchedBody,
} from '../schemas/item.ts';
import { joinRequestSchema, joinStateSchema } from '../schemas/joinRequest.ts';
import { seenConsentBody, seenSchema } from '../schemas/play.ts';
import { idPageQuery, idSchema } from '../schemas/primitives.ts';
import {
  createPublicLinkBody,
  publicLinkSchema,
  publicLinkSettingSchema,
  radarrListSchema,
  sonarrListSchema,
} from '../schemas/publicLink.ts';
import { shareSchema } from '../schemas/share.ts';
import { listStatisticsSchema, statisticsQuery } from '../schemas/statistics.ts';
import { call, done, guarded, idParams, ofOne, seen } from './call.ts';

const invitationClash = [
  ...guarded,
  'conflict',
  'reserved_name',
  'already_member',
  'already_invited',
  'already_answered',
  'limit_reached',
] as const;

const foldersQuery = idPageQuery(limits.foldersPage);

/** The calls on a list itself. */
function folderCalls(family: FamilyKey) {
  const endpoints = listEndpoints[family];
  return {
    list: call(endpoints.list, { scope: 'read', query: foldersQuery, answer: z.array(folderSchema), pagedBy: 'after' }),
    shared: call(endpoints.shared, {
      scope: 'read',
      query: foldersQuery,
      answer: z.array(folderSchema),
      pagedBy: 'after',
    }),
    create: call(endpoints.create, {
      scope: 'write',
      body: folderNameBody,
      answer: folderSchema,
      status: 201,
      errors: ['reserved_name', 'limit_reached'],
    }),
    search: call(endpoints.search, { scope: 'read', query: searchListsQuery, answer: z.array(foundListSchema) }),
    get: call(endpoints.get, {
      scope: 'list:read',
      params: idParams,
      answer: folderSchema,
      errors: seen,
    }),
    items: call(endpoints.items, {
      scope: 'list:read',
      ...ofOne,
      query: itemsQuery,
      answer: z.array(itemSchema),
    }),
    removeItems: call(endpoints.removeItems, {
      scope: 'list:write',
      ...ofOne,
      body: removeItemsBody,
      answer: revsSchema,
    }),
    permissions: call(endpoints.permissions, {
      scope: 'list:read',
      params: idParams,
      answer: folderPermissionsSchema,
      errors: seen,
    }),
    rename: call(endpoints.rename, {
      scope: 'list:write',
      params: idParams,
      body: folderNameBody,
      answer: folderSchema,
      errors: [...guarded, 'reserved_name'],
    }),
    setVisibility: call(endpoints.setVisibility, {
      params: idParams,
      body: listVisibilityBody,
      answer: folderSchema,
      errors: [...guarded, 'reserved_name'],
    }),
    remove: call(endpoints.remove, {
      scope: 'list:write',
      ...done,
      params: idParams,
      errors: [...guarded, 'reserved_name'],
    }),
    deleted: call(endpoints.deleted, { scope: 'read', answer: z.array(deletedFolderSchema) }),
    restore: call(endpoints.restore, {
      scope: 'write',
      params: idParams,
      answer: folderSchema,
      errors: [...seen, 'limit_reached'],
    }),
    file: call(endpoints.file, {
      scope: 'list:read',
      ...ofOne,
      query: listFileQuery,
      answer: listFileSchema,
      files: ['text/csv', 'text/plain'],
    }),
    leave: call(endpoints.leave, { ...done, params: idParams, errors: [...guarded, 'conflict'] }),
  };
}

function logCalls(family: FamilyKey) {
  const endpoints = listEndpoints[family];
  return {
    changes: call(endpoints.changes, {
      scope: 'list:read',
      ...ofOne,
      query: changesQuery,
      answer: changesAnswerSchema,
    }),
    undoRemovals: call(endpoints.undoRemovals, {
      scope: 'list:write',
      params: idParams,
      body: revsSchema,
      answer: revsSchema,
      errors: [...guarded, 'conflict', 'already_in_folder', 'limit_reached'],
    }),
    undo: call(endpoints.undo, {
      scope: 'list:write',
      params: idParams.extend({ rev: z.coerce.number().int().min(1) }),
      answer: changeSchema,
      errors: [...guarded, 'conflict', 'already_in_folder', 'limit_reached'],
    }),
  };
}

/** The calls on what the members of a list have seen and watched. */
function seenCalls(family: FamilyKey) {
  const endpoints = listEndpoints[family];
  return {
    seen: call(endpoints.seen, {
      scope: 'list:read',
      params: idParams,
      answer: seenSchema,
      errors: guarded,
    }),
    setSeenConsent: call(endpoints.setSeenConsent, { ...ofOne, ...done, body: seenConsentBody }),
    statistics: call(endpoints.statistics, {
      scope: 'list:read',
      ...ofOne,
      query: statisticsQuery,
      answer: listStatisticsSchema,
    }),
  };
}

/** The calls on a list's members and their rights, and on invitations. */
function sharingCalls(family: FamilyKey) {
  const endpoints = listEndpoints[family];
  return {
    shares: call(endpoints.shares, {
      scope: 'list:read',
      params: idParams,
      answer: z.array(shareSchema),
      errors: guarded,
    }),
    setPermissions: call(endpoints.setPermissions, { ...ofOne, body: flagsBody, answer: shareSchema }),
    revoke: call(endpoints.revoke, { ...done, params: idParams, errors: guarded }),
    invitations: call(endpoints.invitations, { ...ofOne, answer: z.array(invitationSchema) }),
    links: call(endpoints.links, { params: idParams, answer: z.array(invitationLinkSchema), errors: guarded }),
    createLink: call(endpoints.createLink, {
      params: idParams,
      body: createLinkBody,
      answer: invitationLinkSchema,
      status: 201,
      errors: [...guarded, 'reserved_name', 'limit_reached'],
    }),
    invite: call(endpoints.invite, {
      params: idParams,
      body: inviteBody,
      answer: invitationSchema,
      status: 201,
      errors: invitationClash,
    }),
    sendInvitation: call(endpoints.sendInvitation, {
      body: sendInvitationBody,
      answer: invitationSchema,
      status: 201,
      errors: invitationClash,
    }),
    withdraw: call(endpoints.withdraw, { ...done, params: idParams, errors: [...guarded, 'already_answered'] }),
    myInvitations: call(endpoints.myInvitations, { answer: z.array(invitationSchema) }),
    respond: call(endpoints.respond, {
      params: idParams,
      body: respondBody,
      answer: invitationSchema,
      errors: [...seen, 'already_answered', 'limit_reached'],
    }),
  };
}

/** The calls on the links with which anyone can read a list, and on what other programs read of it. */
function publicLinkCalls(family: FamilyKey) {
  const endpoints = listEndpoints[family];
  return {
    publicLinks: call(endpoints.publicLinks, { ...ofOne, answer: z.array(publicLinkSchema) }),
    createPublicLink: call(endpoints.createPublicLink, {
      params: idParams,
      body: createPublicLinkBody,
      answer: publicLinkSchema,
      status: 201,
      errors: [...guarded, 'reserved_name', 'conflict', 'limit_reached'],
    }),
    publicLinkSetting: call(endpoints.publicLinkSetting, { ...ofOne, answer: publicLinkSettingSchema }),
    setPublicLinkSetting: call(endpoints.setPublicLinkSetting, {
      ...ofOne,
      body: publicLinkSettingSchema,
      answer: publicLinkSettingSchema,
    }),
    radarr: call(endpoints.radarr, { scope: 'list:read', ...ofOne, answer: radarrListSchema }),
    sonarr: call(endpoints.sonarr, {
      scope: 'list:read',
      params: idParams,
      answer: sonarrListSchema,
      errors: [...guarded, 'upstream'],
    }),
  };
}

/** The calls of people who ask to join a list, and of those who answer them. */
function joinRequestCalls(family: FamilyKey) {
  const endpoints = listEndpoints[family];
  return {
    joinRequests: call(endpoints.joinRequests, { ...ofOne, answer: z.array(joinRequestSchema) }),
    joinState: call(endpoints.joinState, { params: idParams, answer: joinStateSchema, errors: seen }),
    askToJoin: call(endpoints.askToJoin, {
      params: idParams,
      answer: joinStateSchema,
      errors: [...seen, 'already_member', 'already_invited', 'already_answered', 'limit_reached'],
    }),
    withdrawJoinRequest: call(endpoints.withdrawJoinRequest, { ...done, params: idParams, errors: seen }),
    answerJoinRequest: call(endpoints.answerJoinRequest, {
      ...done,
      params: idParams.extend({ userId: idSchema }),
      body: respondBody,
      errors: [...guarded, 'limit_reached'],
    }),
  };
}

/** The calls on lists for one family. Both families have the same calls. */
function listCalls(family: FamilyKey) {
  return {
    ...folderCalls(family),
    ...logCalls(family),
    ...seenCalls(family),
    ...sharingCalls(family),
    ...publicLinkCalls(family),
    ...joinRequestCalls(family),
  };
}

export type ListCalls = ReturnType<typeof listCalls>;

export const listApi: Record<FamilyKey, ListCalls> = {
  folder: listCalls('folder'),
  category: listCalls('category'),
};

export const itemApi = {
  add: call(itemEndpoints.add, {
    scope: 'list:write',
    body: addItemBody,
    answer: itemSchema,
    status: 201,
    errors: [...guarded, 'already_in_folder', 'limit_reached'],
    isQueued: true,
  }),
  list: call(itemEndpoints.list, {
    scope: 'read',
    query: itemsQuery.extend(folderRefShape).refine(({ folderId, categoryId }) => !(folderId && categoryId), {
      path: ['folderId'],
      message: 'Name one of folderId and categoryId',
    }),
    answer: z.array(itemSchema),
    errors: guarded,
  }),
  setWatched: call(itemEndpoints.setWatched, {
    scope: 'list:write',
    params: idParams,
    errors: [...guarded, 'changed_since'],
    isQueued: true,
    body: watchedBody,
    answer: itemSchema,
  }),
  setNote: call(itemEndpoints.setNote, {
    scope: 'list:write',
    ...ofOne,
    body: noteBody,
    answer: itemSchema,
  }),
  move: call(itemEndpoints.move, {
    scope: 'list:write',
    ...ofOne,
    body: placeBody,
    answer: itemSchema,
  }),
  remove: call(itemEndpoints.remove, { scope: 'list:write', ...ofOne, ...done, isQueued: true }),
} as const;

/** The calls on an invitation link itself. Those on the links of a list are in `listApi`. */
export const invitationLinkApi = {
  offer: call(invitationLinkEndpoints.offer, {
    params: linkTokenParams,
    answer: linkOfferSchema,
    errors: seen,
    isPublic: true,
  }),
  join: call(invitationLinkEndpoints.join, {
    params: linkTokenParams,
    answer: joinedSchema,
    errors: [...seen, 'limit_reached'],
  }),
  mail: call(invitationLinkEndpoints.mail, {
    ...done,
    params: idParams,
    body: emailBody,
    errors: [...guarded, 'upstream'],
  }),
  revoke: call(invitationLinkEndpoints.revoke, { ...ofOne, ...done }),
};

/** The call on a public link itself. Those on the links of a list are in `listApi`. */
export const publicLinkApi = {
  revoke: call(publicLinkEndpoints.revoke, { ...ofOne, ...done }),
};
