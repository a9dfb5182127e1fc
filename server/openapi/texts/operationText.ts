import type { Call } from '../../../common/api/call.ts';

/** How the API documents name and explain one call. */
export interface OperationText {
  /** Unique in the document. Generated clients name their functions after it. */
  operationId: string;
  summary: string;
  description: string;
  /** Where it is not the tag of the call's group. */
  tag?: TagName;
}

export type TaggedText = Required<OperationText>;

export type TextEntry = readonly [Call, TaggedText];

/** Shorthand for the tables of texts: operation id, summary, description. */
export function text(operationId: string, summary: string, description: string): OperationText {
  return { operationId, summary, description };
}

/** Joins a group of calls with their texts. A call of the group without a text does not compile. */
export function describeGroup<Group extends Record<string, Call>>(
  tag: TagName,
  group: Group,
  texts: Record<keyof Group, OperationText>,
): TextEntry[] {
  return Object.entries(group).map(([name, call]) => [call, { tag, ...texts[name as keyof Group] }]);
}

/** The sections of the API documents, in the order in which they are shown. */
export const tags = {
  Account: 'Register, sign in and out, and change your own account.',
  Folders: 'Create, read, rename and delete folders, and read their history.',
  Categories: 'The same lists as folders, under the name "category". Either family reads and writes the same data.',
  Sharing: 'Invite users to a list, answer invitations, and change or revoke what members may do.',
  Polls: 'Votes of the people of a list on what to watch.',
  Items: 'The movies and shows in a list.',
  Plays: 'Your watch log: what you saw when and with whom.',
  Progress: 'How far you are in shows, and what to watch next.',
  Comments: 'What the people of a list write about its titles, each at their own pace.',
  Notifications: 'What happened for you, and where it is sent to.',
  Imports: 'Move in: rows of files of another service, with a preview before anything is written.',
  Players: 'What players and media servers report: what you watch, and which titles they mean.',
  Reviews: 'Your star ratings and comments.',
  Recommendations: 'Picks for you and for everyone in a list.',
  Users: 'Other users, their profiles and their public lists.',
  Movies: 'Movies from the title source.',
  'TV shows': 'TV shows from the title source.',
  People: 'Actors, directors and other people.',
  Images: 'Profile pictures and drawn artwork.',
  Pages: 'HTML pages for browsers. Programs do not need them.',
  Operator: 'Run this instance. Only its operators may call these.',
  'Access tokens': 'With which programs act for you.',
  Requests: 'Titles that people request from the media server of the operator.',
  'Calendars and feeds': 'Secret addresses at which other programs follow your calendar and your lists.',
  Webhooks: 'Send what changes to an address of yours.',
  Server: 'What the server offers, and the description of its API.',
} as const;

export type TagName = keyof typeof tags;
