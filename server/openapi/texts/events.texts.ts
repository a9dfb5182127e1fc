import type { clientEvents, ServerEvent } from '../../../common/schemas/events.ts';

interface EventText {
  summary: string;
  description: string;
}

/** What the server sends. An event without a text does not compile. */
export const eventTexts: Record<ServerEvent, EventText> = {
  'folder:changes': {
    summary: 'A list changed',
    description:
      'Holds one or more changes in the order of their revs. If a rev is missing, read the changes since yours.',
  },
  'folder:available': {
    summary: 'You can see a list now',
    description:
      'You created it, you became a member, or its owner restored it. It also comes for a list that you have, when one of ' +
      'its changes cannot be delivered: read the changes since your rev. The folder is as you see it.',
  },
  'folder:gone': {
    summary: 'You can no longer see a list',
    description: 'The reason says whether it was deleted, you left, or you were removed.',
  },
  'invitation:received': { summary: 'You received an invitation', description: 'Sent to the invited user.' },
  'invitation:sent': {
    summary: 'An invitation was sent',
    description: 'Sent to everyone who may see the invitations of the list.',
  },
  'invitation:answered': {
    summary: 'An invitation was answered',
    description: 'Sent to the invited user and to everyone who may see the invitations of the list.',
  },
  'invitation:withdrawn': {
    summary: 'An invitation was withdrawn',
    description: 'Sent to the invited user and to everyone who may see the invitations of the list.',
  },
  'invitation-links:changed': {
    summary: 'The invitation links of a list changed',
    description: 'Holds all links that are valid now. Sent to everyone who may see the invitations of the list.',
  },
  'join-requests:changed': {
    summary: 'The requests to join a list changed',
    description:
      'Holds all requests that wait for an answer. Sent to everyone who may see the invitations of the list.',
  },
  'join-state:changed': {
    summary: 'Your request to join a list changed',
    description: 'Sent to all your tabs when you ask or withdraw, and when your request is answered.',
  },
  'poll:changed': {
    summary: 'A vote of a list changed',
    description:
      'Holds who takes part and is ready, the state, and the result once there is one; never a ballot before the result. Ignore it if its rev is not higher than yours. Sent to the members of the list and to the guests of the vote.',
  },
  'play:saved': { summary: 'You recorded or changed a play', description: 'Sent to all your tabs.' },
  'play:deleted': {
    summary: 'You deleted a play',
    description: 'Sent to all your tabs. isStillSeen says whether you have another play of the title.',
  },
  'progress:changed': {
    summary: 'Your progress of a show changed',
    description:
      'Sent to all your tabs when several plays were added or removed at once, or when you paused, dropped or restarted the show.',
  },
  'play:proposed': {
    summary: 'Someone proposed a play to you',
    description: 'Sent to the companion, and to all their tabs again when they have answered.',
  },
  'group:changed': {
    summary: 'A watch group of a list changed',
    description:
      'Holds who watches the show together, and the first episode that one of them has not seen; never who that is. Sent to the members of the list, and without a change to your own tabs when you answer a proposal or let the others record for you.',
  },
  'group:proposed': {
    summary: 'Someone wants to watch a show with you',
    description:
      'Sent to the person who is asked. Until they answer, it is also part of the list’s groups when they ask for these.',
  },
  'seen:changed': {
    summary: 'A member has seen items of a list, or no longer has',
    description:
      'Sent to the members of the list if that member shows what they have seen, else only to the member. With shows, the member has decided about that.',
  },
  'comment:changed': {
    summary: 'A comment changed',
    description:
      'It was edited, deleted or restored, or someone reacted to it. Read it again. Sent to the members of the list.',
  },
  'comments:read': {
    summary: 'You read the comments on an item',
    description: 'Sent to all your tabs.',
  },
  'review:saved': { summary: 'You saved a review', description: 'Sent to all your tabs.' },
  'review:deleted': { summary: 'You deleted a review', description: 'Sent to all your tabs.' },
  'recommendations:changed': {
    summary: 'Your recommendations changed',
    description: 'The reason was not a review. Read the recommendations again.',
  },
  'import:progress': {
    summary: 'An import has come further',
    description:
      'Holds the import, or null when you deleted it. Sent to all your tabs when it begins, a few times a second while it is matched, applied or undone, and when that ends.',
  },
  'players:changed': {
    summary: 'Your players, or what they report, changed',
    description:
      'Sent to all your tabs when a player is set up, changed or removed, when it reports something, when a title is recognised, and when your part in the player of another person begins, changes or ends. Read the players again.',
  },
  'notices:changed': {
    summary: 'Your notifications changed',
    description: 'There is a new one, one has ended, or you have read them in another tab. Load them again.',
  },
  'pin:changed': { summary: 'You pinned or unpinned a user', description: 'Sent to all your tabs.' },
  'user:updated': {
    summary: 'A user changed their name or picture',
    description: 'Sent to the user and to everyone who shares a list with them.',
  },
  'user:visibility-changed': {
    summary: 'What you may see of a user may have changed',
    description:
      'Read the user, their lists and the directory again if you show them. Also sent to your own tabs when you change your privacy settings. A null means every user: the operator has changed what applies to all.',
  },
  'operator:changed': {
    summary: 'You became an operator, or are one no more',
    description: 'Sent to all your tabs.',
  },
  'reports:changed': {
    summary: 'The reports changed',
    description: 'Read them and how many of them wait again. Sent to operators.',
  },
  'titles:changed': {
    summary: 'Where titles come from has changed',
    description:
      'An operator has changed a key, the region or the language. Read the configuration and the titles that you show again. Sent to everyone.',
  },
  'presence:changed': {
    summary: 'Users opened or left a list',
    description: 'Holds all users who have the list open. Sent to those who have it open.',
  },
  'session:ended': {
    summary: 'Your session ended',
    description: 'The connection is closed after this event. There is no payload.',
  },
};

/** What a tab sends. */
export const requestTexts: Record<keyof typeof clientEvents, EventText> = {
  sync: {
    summary: 'Ask what changed',
    description: 'Send it after each connect. If the answer has next, send it again with that id as after.',
  },
  'presence:enter': {
    summary: 'Say that you opened a list',
    description: 'A tab is in one list at a time. Entering a list leaves the one before.',
  },
  'presence:leave': { summary: 'Say that you left a list', description: 'Other users no longer see you there.' },
};
