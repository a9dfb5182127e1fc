import { invitationLinkApi, type ListCalls, listApi, publicLinkApi } from '../../../common/api/lists.ts';
import { type Family, families, familyKeys } from '../../../common/families.ts';
import { describeGroup, type OperationText, type TagName, type TextEntry, text } from './operationText.ts';

const PAGES = 'Returns one page. The Link header has the address of the next page.';

const listTexts = ({ noun, nouns, Noun, Nouns }: Family) =>
  ({
    list: text(`list${Nouns}`, `List your ${nouns}`, `Lists the ${nouns} that you own. ${PAGES}`),
    create: text(`create${Noun}`, `Create a ${noun}`, `Creates an empty ${noun} that you own.`),
    search: text(
      `search${Nouns}`,
      `Search ${nouns}`,
      `Finds ${nouns} by name: yours first, then those shared with you, then those that others show you on their profiles.`,
    ),
    get: text(`get${Noun}`, `Get a ${noun}`, `Returns a ${noun} that you own or that is shared with you.`),
    items: text(
      `list${Noun}Items`,
      `List the items of a ${noun}`,
      'Returns one page of items, oldest first. X-Total-Count has the number of all items.',
    ),
    removeItems: text(
      `remove${Noun}Items`,
      `Remove several items from a ${noun}`,
      'Removes the items together, and returns the revs of the removals. Items that are no longer there are left out. Members need canRemove.',
    ),
    permissions: text(
      `get${Noun}Permissions`,
      `Get your permissions in a ${noun}`,
      `Says whether you own the ${noun} and what you may do in it.`,
    ),
    rename: text(`rename${Noun}`, `Rename a ${noun}`, `Changes the name of a ${noun}. Members need canEdit.`),
    setVisibility: text(
      `set${Noun}Visibility`,
      `Set who sees a ${noun}`,
      `Sets who reads the ${noun} on its owner's profile besides its members. Null is the owner's privacy setting. Only the owner may do this.`,
    ),
    remove: text(
      `delete${Noun}`,
      `Delete a ${noun}`,
      `Deletes a ${noun} with its items, members and invitations. Only the owner may do this, and can restore it for 30 days.`,
    ),
    file: text(
      `download${Noun}`,
      `Download a ${noun}`,
      `Downloads the titles of a ${noun} in order: as a table (\`csv\`), as JSON that an import reads (\`json\`), or one title a line (\`text\`). Members need canView.`,
    ),
    deleted: text(
      `listDeleted${Nouns}`,
      `List your deleted ${nouns}`,
      `Lists the ${nouns} that you have deleted and can restore, the latest first.`,
    ),
    restore: text(
      `restore${Noun}`,
      `Restore a ${noun}`,
      `Restores a ${noun} that you have deleted, with its items and members. Invitations and links stay ended.`,
    ),
    shared: text(
      `listShared${Nouns}`,
      `List ${nouns} shared with you`,
      `Lists the ${nouns} in which you are a member. ${PAGES}`,
    ),
  }) satisfies Partial<Record<keyof ListCalls, OperationText>>;

/** The texts of what happened in a list, and of who has seen its titles. */
const historyTexts = ({ noun, Noun }: Family) =>
  ({
    changes: text(
      `list${Noun}Changes`,
      `List the changes of a ${noun}`,
      'With since, returns the changes after that rev, oldest first. Otherwise returns what members did, newest first. If the changes after since are no longer stored, the answer has reset: true.',
    ),
    undo: text(
      `undo${Noun}Change`,
      `Undo a change of a ${noun}`,
      'Reverses one change of an item and returns the new change.',
    ),
    undoRemovals: text(
      `undo${Noun}Removals`,
      'Undo several removals',
      'Brings back the items that you removed in these changes, except titles that are in the list again, and returns the revs of the additions. Members need canRemove.',
    ),
    seen: text(
      `list${Noun}SeenMarks`,
      'List who has seen what',
      `Lists the items that each member has seen: you, and the members of the ${noun} who show it.`,
    ),
    setSeenConsent: text(
      `set${Noun}SeenConsent`,
      'Show what you have seen, or stop',
      `Sets whether the other members of the ${noun} see which of its items you have seen.`,
    ),
    statistics: text(
      `read${Noun}Statistics`,
      `Read what the people of a ${noun} watched in a year`,
      `Adds up what members who show what they have seen watched of the titles of the ${noun}, all together. Nothing is counted when fewer than two of them did.`,
    ),
  }) satisfies Partial<Record<keyof ListCalls, OperationText>>;

/** A text of the section about sharing, which both families have in common. */
const sharingText = (...words: Parameters<typeof text>): OperationText => ({ ...text(...words), tag: 'Sharing' });

const sharingTexts = ({ noun, Noun }: Family) =>
  ({
    leave: sharingText(`leave${Noun}`, `Leave a ${noun}`, `Ends your membership of a ${noun} that is shared with you.`),
    invite: sharingText(
      `inviteTo${Noun}`,
      `Invite a user to a ${noun}`,
      'Sends an invitation with the default permissions: view and add. Members need canShare.',
    ),
    shares: sharingText(
      `list${Noun}Shares`,
      `List the members of a ${noun}`,
      `Lists each member of the ${noun} with their permissions. Only the owner may do this.`,
    ),
    invitations: sharingText(
      `listInvitationsOf${Noun}`,
      `List the invitations of a ${noun}`,
      `Lists the invitations to this ${noun}. Members need canShare.`,
    ),
    links: sharingText(
      `listInvitationLinksOf${Noun}`,
      `List the invitation links of a ${noun}`,
      `Lists the links with which anyone can join this ${noun}. Members need canShare.`,
    ),
    createLink: sharingText(
      `createInvitationLinkTo${Noun}`,
      `Create an invitation link to a ${noun}`,
      'Creates a link for a number of people or for any number, with the permissions they get. Members need canShare.',
    ),
    myInvitations: sharingText(
      `list${Noun}Invitations`,
      `List invitations to ${noun === 'folder' ? 'folders' : 'categories'} for you`,
      'Lists the invitations that other users sent to you.',
    ),
    sendInvitation: sharingText(
      `send${Noun}Invitation`,
      'Send an invitation with chosen permissions',
      'Invites a user and sets what they may do. Name the list with exactly one of folderId and categoryId.',
    ),
    respond: sharingText(
      `respondTo${Noun}Invitation`,
      'Answer an invitation',
      'Accepts or declines an invitation that was sent to you.',
    ),
    withdraw: sharingText(
      `withdraw${Noun}Invitation`,
      'Withdraw an invitation',
      'Deletes an invitation that has not been answered yet.',
    ),
    setPermissions: sharingText(
      `set${Noun}SharePermissions`,
      'Change what a member may do',
      'Replaces all six permissions of a member. canView must be true. Members need canManage.',
    ),
    revoke: sharingText(
      `revoke${Noun}Share`,
      'Remove a member',
      `Ends a member's access to the ${noun}. Members need canManage.`,
    ),
  }) satisfies Partial<Record<keyof ListCalls, OperationText>>;

const publicLinkTexts = ({ noun, Noun }: Family) =>
  ({
    publicLinks: sharingText(
      `listPublicLinksOf${Noun}`,
      `List the public links of a ${noun}`,
      `Lists the links at which anyone can read this ${noun}, with the visits of each day. Members need canShare.`,
    ),
    createPublicLink: sharingText(
      `createPublicLinkTo${Noun}`,
      `Create a public link to a ${noun}`,
      'Creates a link at which anyone can read the titles, and notes and first names if you choose so. It ends when you lose canShare. Members need canShare.',
    ),
    publicLinkSetting: sharingText(
      `getPublicLinkSettingOf${Noun}`,
      'See whether public links are allowed',
      'Members need canShare.',
    ),
    setPublicLinkSetting: sharingText(
      `setPublicLinkSettingOf${Noun}`,
      'Allow public links, or end all of them',
      'Turning them off ends all of them at once. Only the owner may do this.',
    ),
    radarr: sharingText(
      `export${Noun}ToRadarr`,
      `Get the films of a ${noun} for Radarr`,
      "Returns what Radarr's Custom Lists read.",
    ),
    sonarr: sharingText(
      `export${Noun}ToSonarr`,
      `Get the shows of a ${noun} for Sonarr`,
      "Returns what Sonarr's Custom List reads. Shows without a known id at TheTVDB are left out; the header Left-Out says how many.",
    ),
  }) satisfies Partial<Record<keyof ListCalls, OperationText>>;

const joinRequestTexts = ({ noun, Noun }: Family) =>
  ({
    joinRequests: sharingText(
      `listRequestsToJoin${Noun}`,
      `List the requests to join a ${noun}`,
      `Lists who asks to join this ${noun} and waits for an answer. Members need canShare.`,
    ),
    joinState: sharingText(
      `getRequestToJoin${Noun}`,
      `See your request to join a ${noun}`,
      `Says whether you have asked to join this ${noun}, were declined in the last 30 days, or are a member.`,
    ),
    askToJoin: sharingText(
      `askToJoin${Noun}`,
      `Ask to join a ${noun}`,
      `Asks the owner and the members with canShare of a ${noun} that you see on its owner's profile. Asking again changes nothing.`,
    ),
    withdrawJoinRequest: sharingText(
      `withdrawRequestToJoin${Noun}`,
      `Withdraw your request to join a ${noun}`,
      'Deletes your request if it waits for an answer.',
    ),
    answerJoinRequest: sharingText(
      `respondToRequestToJoin${Noun}`,
      `Answer a request to join a ${noun}`,
      'Makes the user a member with the default permissions that you hold, or declines. Members need canShare.',
    ),
  }) satisfies Partial<Record<keyof ListCalls, OperationText>>;

const familyTags: Record<Family['key'], TagName> = { folder: 'Folders', category: 'Categories' };

const linkTexts = describeGroup('Sharing', invitationLinkApi, {
  offer: text(
    'getInvitationLinkOffer',
    'See what a link offers',
    'Returns the list and the permissions that it gives.',
  ),
  join: text(
    'joinByInvitationLink',
    'Join a list by its link',
    'Makes you a member. Members of the list stay as they are.',
  ),
  mail: text(
    'mailInvitationLink',
    'Send an invitation link by mail',
    'Sends the link to one email address, in your name. Members of the list need canShare. The address is not stored. The answer is the same whether or not it has an account, and also for a person whom a block keeps apart from you, who gets no mail. The answer is not_found where the server sends no mail.',
  ),
  revoke: text(
    'revokeInvitationLink',
    'End an invitation link',
    'Only its creator and the owner of the list may do this.',
  ),
});

const publicLinkOwnTexts = describeGroup('Sharing', publicLinkApi, {
  revoke: text(
    'revokePublicLink',
    'End a public link',
    'Its page answers 404 from now on. Only its creator and the owner of the list may do this.',
  ),
});

const familyListTexts = familyKeys.flatMap((key) => {
  const family = families[key];
  const texts = {
    ...listTexts(family),
    ...historyTexts(family),
    ...sharingTexts(family),
    ...publicLinkTexts(family),
    ...joinRequestTexts(family),
  };
  return describeGroup(familyTags[key], listApi[key], texts);
});

export const listsTexts: TextEntry[] = [...familyListTexts, ...linkTexts, ...publicLinkOwnTexts];
