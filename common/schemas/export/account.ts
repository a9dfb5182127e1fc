import { z } from 'zod';
import { newItemState } from '../../newItemState.ts';
import { passkeySchema } from '../account/passkey.ts';
import { privacySchema } from '../account/privacy.ts';
import { listedSessionSchema } from '../account/session.ts';
import { reportSchema } from '../operator/report.ts';
import { securityEventSchema } from '../operator/securityEvent.ts';
import { dateSchema, EXAMPLE_ID, idSchema } from '../primitives.ts';
import { ownUserSchema, signInMethodsSchema } from '../user.ts';
import {
  exportedDismissalSchema,
  exportedPlaySchema,
  exportedPollSchema,
  exportedProposalSchema,
  exportedReviewSchema,
} from './library.ts';
import {
  exportedDeletedListSchema,
  exportedJoinRequestSchema,
  exportedLinkSchema,
  exportedListSchema,
  exportedMembershipSchema,
  receivedInvitationSchema,
  sentInvitationSchema,
} from './lists.ts';
import { exportedPersonSchema } from './person.ts';

/** The formats in which an account can be exported. */
const exportFormatSchema = z.enum(['marquee']);

export const exportQuery = z.object({ format: exportFormatSchema.default('marquee') });

/** Raised when a field changes its meaning or goes. New fields alone do not raise it. */
export const EXPORT_VERSION = 1;

const profileSchema = ownUserSchema.omit({ rev: true }).extend({
  /** The picture, if it is kept on this server. */
  picture: z.object({ type: z.literal('image/webp'), base64: z.base64() }).nullable(),
  privacy: privacySchema.omit({ instance: true }),
  /** Whether a language model may read the reviews for recommendations. */
  useModel: z.boolean(),
  signIn: signInMethodsSchema.omit({ passkeys: true }).extend({
    /** Without the keys themselves. */
    passkeys: z.array(passkeySchema.omit({ id: true })),
  }),
});
export type ExportedProfile = z.infer<typeof profileSchema>;

const markedPersonSchema = z.object({ person: exportedPersonSchema, createdAt: dateSchema });
export type MarkedPerson = z.infer<typeof markedPersonSchema>;

/** A report by the user. */
const exportedReportSchema = reportSchema
  .pick({ kind: true, reason: true, comment: true, createdAt: true, resolvedAt: true })
  .extend({
    /** The person, or the owner of the list. */
    person: exportedPersonSchema,
    /** Null for a report of a person. */
    list: z.object({ id: idSchema, name: z.string() }).nullable(),
  });
export type ExportedReport = z.infer<typeof exportedReportSchema>;

/** Everything of one account. Other people are in it by name only. */
export const accountExportSchema = z.object({
  format: z.literal('marquee'),
  version: z.literal(EXPORT_VERSION),
  exportedAt: dateSchema,
  user: profileSchema,
  lists: z.array(exportedListSchema),
  deletedLists: z.array(exportedDeletedListSchema),
  memberships: z.array(exportedMembershipSchema),
  invitations: z.object({
    received: z.array(receivedInvitationSchema),
    sent: z.array(sentInvitationSchema),
  }),
  invitationLinks: z.array(exportedLinkSchema),
  joinRequests: z.array(exportedJoinRequestSchema),
  reviews: z.array(exportedReviewSchema),
  plays: z.array(exportedPlaySchema),
  proposals: z.array(exportedProposalSchema),
  polls: z.array(exportedPollSchema),
  dismissedTitles: z.array(exportedDismissalSchema),
  pinnedPeople: z.array(markedPersonSchema),
  blockedPeople: z.array(markedPersonSchema),
  reports: z.array(exportedReportSchema),
  sessions: z.array(listedSessionSchema.omit({ id: true })),
  securityEvents: z.array(securityEventSchema.omit({ id: true })),
});
export type AccountExport = z.infer<typeof accountExportSchema>;

const MOMENT = '2026-01-31T20:15:00.000Z';
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
      id: EXAMPLE_ID,
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

accountExportSchema.register(z.globalRegistry, {
  id: 'AccountExport',
  description: 'The file with everything of your account.',
  examples: [example],
});
