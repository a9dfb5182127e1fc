import type { z } from 'zod';
import { newItemState } from '../../common/newItemState.ts';
import { deleteAccountBody, deletionPlanSchema } from '../../common/schemas/account/deletion.ts';
import { type AccountExport, accountExportSchema, EXPORT_VERSION } from '../../common/schemas/export/account.ts';
import {
  exportedDismissalSchema,
  exportedPlaySchema,
  exportedPollSchema,
  exportedProposalSchema,
  exportedReviewSchema,
} from '../../common/schemas/export/library.ts';
import {
  exportedDeletedListSchema,
  exportedItemSchema,
  exportedListSchema,
  exportedMembershipSchema,
} from '../../common/schemas/export/lists.ts';
import { exportedPersonSchema } from '../../common/schemas/export/person.ts';

interface Name {
  id: string;
  description?: string;
  examples?: unknown[];
}

const MOMENT = '2026-01-31T20:15:00.000Z';
const LIST = '65f0c0ffee5eedbadc0ffee1';
const matrix = { mediaType: 'movie', tmdbId: 603 } as const;

const example: AccountExport = {
  format: 'marquee',
  version: EXPORT_VERSION,
  exportedAt: MOMENT,
  user: {
    id: '65f0c0ffee5eedbadc0ffee2',
    email: 'ana@example.com',
    username: 'ana',
    firstName: 'Ana',
    lastName: 'Brito',
    profileImageUrl: null,
    createdAt: MOMENT,
    isOperator: false,
    picture: null,
    privacy: { emailFor: 'shared', listsFor: 'everyone', isListed: true, showsPresence: true },
    useModel: false,
    signIn: { hasPassword: true, isConnected: false, hasSecondFactor: false, recoveryCodes: 0, passkeys: [] },
  },
  lists: [
    {
      id: LIST,
      name: 'Friday nights',
      createdAt: MOMENT,
      visibility: null,
      kind: 'normal',
      members: [],
      items: [
        {
          id: '65f0c0ffee5eedbadc0ffee3',
          ...matrix,
          title: 'The Matrix',
          overview: null,
          posterPath: null,
          backdropPath: null,
          releaseDate: '1999-03-31',
          voteAverage: 82,
          genres: [28, 878],
          runtime: 136,
          ...newItemState,
          watched: true,
          note: 'For a rainy evening',
          createdAt: MOMENT,
        },
      ],
      showsSeen: null,
    },
  ],
  deletedLists: [],
  memberships: [],
  invitations: { received: [], sent: [] },
  invitationLinks: [],
  joinRequests: [],
  reviews: [{ id: '65f0c0ffee5eedbadc0ffee4', ...matrix, rating: 5, createdAt: MOMENT, updatedAt: MOMENT }],
  plays: [],
  proposals: [],
  polls: [],
  dismissedTitles: [],
  pinnedPeople: [],
  blockedPeople: [],
  reports: [],
  sessions: [{ device: 'Firefox on Linux', address: null, startedAt: MOMENT, lastUsedAt: MOMENT, isCurrent: true }],
  securityEvents: [],
};

/** The names of the schemas of a whole account: its export and its deletion. */
export const accountNames: [z.ZodType, Name][] = [
  [
    accountExportSchema,
    { id: 'AccountExport', description: 'The file with everything of your account.', examples: [example] },
  ],
  [exportedPersonSchema, { id: 'ExportedPerson', description: 'Another person, by name only.' }],
  [exportedItemSchema, { id: 'ExportedItem' }],
  [exportedListSchema, { id: 'ExportedList', description: 'One of your own lists, with its titles in order.' }],
  [exportedDeletedListSchema, { id: 'ExportedDeletedList', description: 'A deleted list that you can still restore.' }],
  [
    exportedMembershipSchema,
    { id: 'ExportedMembership', description: 'A list of somebody else, with what you did in it.' },
  ],
  [exportedReviewSchema, { id: 'ExportedReview' }],
  [exportedPlaySchema, { id: 'ExportedPlay' }],
  [exportedProposalSchema, { id: 'ExportedPlayProposal' }],
  [exportedPollSchema, { id: 'ExportedPoll', description: 'A vote that you opened or took part in.' }],
  [exportedDismissalSchema, { id: 'ExportedDismissal' }],
  [deletionPlanSchema, { id: 'DeletionPlan' }],
  [deleteAccountBody, { id: 'DeleteAccountBody', examples: [{ currentPassword: 'correct horse battery', lists: [] }] }],
];
