import { z } from 'zod';
import { newItemState } from '../../newItemState.ts';
import { chosenStates } from '../../progress.ts';
import { passkeySchema } from '../account/passkey.ts';
import { privacySchema } from '../account/privacy.ts';
import { listedSessionSchema } from '../account/session.ts';
import { accessTokenSchema } from '../account/token.ts';
import { commentRefSchema, reactionParams, readableCommentSchema } from '../comment.ts';
import { feedSchema } from '../feed.ts';
import { flagsSchema } from '../flags.ts';
import { deletedFolderSchema, folderCoreSchema } from '../folder.ts';
import { importSchema } from '../import.ts';
import { invitationSchema } from '../invitation.ts';
import { invitationLinkSchema } from '../invitationLink.ts';
import { itemSchema } from '../item.ts';
import { channelSchema, listNoticesSchema, noticeSchema, noticeSettingsSchema } from '../notice.ts';
import { reportSchema } from '../operator/report.ts';
import { securityEventSchema } from '../operator/securityEvent.ts';
import { playSchema, proposalSchema } from '../play.ts';
import { playerPersonSchema, playerSchema, unrecognisedSchema } from '../player.ts';
import { ballotSchema, candidateSchema, pollResultSchema, pollSchema } from '../poll.ts';
import { dateSchema, EXAMPLE_ID, idSchema } from '../primitives.ts';
import { spoilersSchema } from '../progress.ts';
import { publicLinkSchema } from '../publicLink.ts';
import { reviewSchema } from '../review.ts';
import { mediaTypeSchema } from '../title.ts';
import { ownUserSchema, publicUserSchema, signInMethodsSchema } from '../user.ts';

/** Another person as an exported file names them: without address and picture. All names are null after their account's end. */
import { webhookSchema } from '../webhook.ts';

const exportedPersonSchema = publicUserSchema
  .omit({ profileImageUrl: true })
  .meta({ id: 'ExportedPerson', description: 'Another person, by name only.' });
export type ExportedPerson = z.infer<typeof exportedPersonSchema>;

/** A title of a list. */
const exportedItemSchema = itemSchema
  .omit({ folderId: true, categoryId: true, userId: true, addedBy: true })
  .extend({
    /** Who added it. Absent when the user did. */
    addedBy: exportedPersonSchema.optional(),
    /** Who marked it as watched. Absent if the user did, if nobody did, or if it is unknown. */
    watchedBy: exportedPersonSchema.optional(),
  })
  .meta({ id: 'ExportedItem' });
export type ExportedItem = z.infer<typeof exportedItemSchema>;

const memberSchema = flagsSchema.extend({ person: exportedPersonSchema, createdAt: dateSchema });

const contents = {
  /** Reviewed has the titles that the user has reviewed. */
  kind: z.enum(['normal', 'reviewed']),
  members: z.array(memberSchema),
  /** In the order of the list. */
  items: z.array(exportedItemSchema),
};

/** Whether the user shows the others of a list what they have seen. Null before the first answer. */
const showsSeen = z.boolean().nullable();

/**
 * An own list, with every field of the list that is not left out here. `visibility` is null where the choice for all lists
 * applies.
 */
const exportedListSchema = folderCoreSchema
  .omit({ userId: true, itemCount: true, memberCount: true, rev: true })
  .extend({ ...contents, showsSeen })
  .meta({ id: 'ExportedList', description: 'One of your own lists, with its titles in order.' });
export type ExportedList = z.infer<typeof exportedListSchema>;

const exportedDeletedListSchema = exportedListSchema
  .omit({ showsSeen: true })
  .extend(deletedFolderSchema.pick({ deletedAt: true, expiresAt: true }).shape)
  .meta({ id: 'ExportedDeletedList', description: 'A deleted list that you can still restore.' });
export type ExportedDeletedList = z.infer<typeof exportedDeletedListSchema>;

const exportedMembershipSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    owner: exportedPersonSchema,
    /** Who made the user a member. */
    sharedBy: exportedPersonSchema,
    /** Since when the user is a member. */
    createdAt: dateSchema,
    permissions: flagsSchema,
    showsSeen,
    /** Only the titles that the user added, marked as watched or wrote the note of. A note that is not the user's is null. */
    items: z.array(exportedItemSchema),
  })
  .meta({ id: 'ExportedMembership', description: 'A list that another person owns, with what you did in it.' });
export type ExportedMembership = z.infer<typeof exportedMembershipSchema>;

const invitationShape = {
  listId: idSchema,
  /** Null unless it is one of the user's lists, or the user still has to answer the invitation. */
  listName: z.string().nullable(),
  ...invitationSchema.pick({ status: true, createdAt: true, respondedAt: true }).shape,
  permissions: flagsSchema,
};

const receivedInvitationSchema = z.object({ from: exportedPersonSchema, ...invitationShape });
export type ReceivedInvitation = z.infer<typeof receivedInvitationSchema>;

const sentInvitationSchema = z.object({ to: exportedPersonSchema, ...invitationShape });
export type SentInvitation = z.infer<typeof sentInvitationSchema>;

/** An invitation link of the user, without the secret part of its address. */
const exportedLinkSchema = invitationLinkSchema
  .pick({ createdAt: true, expiresAt: true, maxUses: true, uses: true })
  .extend({
    /** Null for a link that leads to the instance only. */
    listId: idSchema.nullable(),
    permissions: flagsSchema,
  });
export type ExportedLink = z.infer<typeof exportedLinkSchema>;

/** A public link of the user, without the secret part of its address. */
const exportedPublicLinkSchema = publicLinkSchema
  .omit({ id: true, url: true, createdByUserId: true, createdBy: true })
  .extend({ listId: idSchema });
export type ExportedPublicLink = z.infer<typeof exportedPublicLinkSchema>;

const exportedJoinRequestSchema = z.object({
  listId: idSchema,
  status: z.enum(['pending', 'declined']),
  createdAt: dateSchema,
});
export type ExportedJoinRequest = z.infer<typeof exportedJoinRequestSchema>;

const exportedReviewSchema = reviewSchema.omit({ userId: true }).meta({ id: 'ExportedReview' });
export type ExportedReview = z.infer<typeof exportedReviewSchema>;

/** A viewing in the user's diary. */
const exportedPlaySchema = playSchema
  .omit({ userId: true, companions: true })
  .extend({
    companions: z.array(exportedPersonSchema),
    /** What it came from, if that may be sent again: a review, or a row of an imported file. */
    sourceKey: z.string().optional(),
  })
  .meta({ id: 'ExportedPlay' });
export type ExportedPlay = z.infer<typeof exportedPlaySchema>;

/** A play that another person proposes for the user's diary. */
const exportedProposalSchema = proposalSchema
  .omit({ id: true, userId: true, by: true })
  .extend({ from: exportedPersonSchema })
  .meta({ id: 'ExportedPlayProposal' });
export type ExportedProposal = z.infer<typeof exportedProposalSchema>;

/** What the user says about a show. How far they are follows from the plays. */
const exportedShowSchema = z
  .object({ tmdbId: z.int().positive(), state: z.enum(chosenStates).nullable(), restartedAt: dateSchema.nullable() })
  .meta({ id: 'ExportedShow' });
export type ExportedShow = z.infer<typeof exportedShowSchema>;

const exportedCommentSchema = readableCommentSchema
  .pick({ id: true, about: true, text: true, spoiler: true, createdAt: true, editedAt: true })
  .extend({ listId: idSchema, ...commentRefSchema.pick({ mediaType: true, tmdbId: true }).shape })
  .meta({ id: 'ExportedComment', description: 'A comment that you wrote in a list.' });
export type ExportedComment = z.infer<typeof exportedCommentSchema>;

/** How the user reacted to a comment. What the comment says belongs to its author. */
const exportedReactionSchema = z
  .object({
    commentId: idSchema,
    listId: idSchema,
    ...commentRefSchema.pick({ mediaType: true, tmdbId: true }).shape,
    kind: reactionParams.shape.kind,
  })
  .meta({ id: 'ExportedReaction' });
export type ExportedReaction = z.infer<typeof exportedReactionSchema>;
/** A group in which the user watches a show of a list together with others, or that somebody proposes to the user. */
const exportedWatchGroupSchema = z
  .object({
    listId: idSchema,
    tmdbId: z.int().positive(),
    state: z.enum(['member', 'proposed', 'declined']),
    /** Since when. */
    since: dateSchema,
    /** Whether the others may record plays for the user. */
    trusts: z.boolean(),
    /** Who proposes it. Null for a member. */
    from: exportedPersonSchema.nullable(),
  })
  .meta({ id: 'ExportedWatchGroup' });
export type ExportedWatchGroup = z.infer<typeof exportedWatchGroupSchema>;

/** A title that the user is not interested in. */
const exportedDismissalSchema = z
  .object({
    mediaType: mediaTypeSchema,
    tmdbId: z.int().positive(),
    createdAt: dateSchema,
  })
  .meta({ id: 'ExportedDismissal' });
export type ExportedDismissal = z.infer<typeof exportedDismissalSchema>;

const exportedPollSchema = pollSchema
  .pick({ id: true, state: true, filters: true, hasOpenBallots: true, createdAt: true, expiresAt: true })
  .extend({
    listId: idSchema,
    openedByUser: z.boolean(),
    /** False when the user only opened it. */
    tookPart: z.boolean(),
    candidates: z.array(candidateSchema.pick({ key: true, mediaType: true, tmdbId: true, title: true })),
    /** What the user voted, as long as it is kept: until the vote is closed, or as part of a result with open ballots. */
    ownBallot: ballotSchema.pick({ marks: true, veto: true }).nullable(),
    result: pollResultSchema.pick({ winnerKey: true, sentence: true }).nullable(),
    revealedAt: dateSchema.nullable(),
  })
  .meta({ id: 'ExportedPoll', description: 'A vote that you opened or took part in.' });
export type ExportedPoll = z.infer<typeof exportedPollSchema>;

/** The formats in which an account can be exported: everything, or what another service or a spreadsheet has a place for. */
const exportFormatSchema = z.enum(['marquee', 'letterboxd', 'imdb', 'trakt', 'csv']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const exportQuery = z.object({ format: exportFormatSchema.default('marquee') });

const listFormatSchema = z.enum(['csv', 'json', 'text']);
export type ListFormat = z.infer<typeof listFormatSchema>;

export const listFileQuery = z.object({ format: listFormatSchema });

/** Raised when a field changes its meaning or goes. New fields alone do not raise it. */
export const EXPORT_VERSION = 1;

const profileSchema = ownUserSchema.omit({ rev: true }).extend({
  /** The picture, if it is kept on this server. */
  picture: z.object({ type: z.literal('image/webp'), base64: z.base64() }).nullable(),
  privacy: privacySchema.omit({ instance: true }),
  /** Whether a language model may read the reviews for recommendations. */
  useModel: z.boolean(),
  /** What the user sees of episodes that they have not seen. */
  spoilers: spoilersSchema,
  signIn: signInMethodsSchema.omit({ passkeys: true }).extend({
    /** Without the keys themselves. */
    passkeys: z.array(passkeySchema.omit({ id: true })),
  }),
});
export type ExportedProfile = z.infer<typeof profileSchema>;

const markedPersonSchema = z.object({ person: exportedPersonSchema, createdAt: dateSchema });
export type MarkedPerson = z.infer<typeof markedPersonSchema>;

const exportedReportSchema = reportSchema
  .pick({ kind: true, reason: true, comment: true, createdAt: true, resolvedAt: true })
  .extend({
    /** The person, the owner of the list, or the author of the comment. */
    person: exportedPersonSchema,
    /** Null unless a list is reported. */
    list: z.object({ id: idSchema, name: z.string() }).nullable(),
  });
export type ExportedReport = z.infer<typeof exportedReportSchema>;

const exportedImportSchema = importSchema
  .pick({ source: true, files: true, state: true, createdAt: true, appliedAt: true })
  .extend({ rows: z.int() })
  .meta({ id: 'ExportedImport', description: 'Files of another service that you moved in, without their rows.' });
export type ExportedImport = z.infer<typeof exportedImportSchema>;

const exportedPartSchema = playerPersonSchema.extend({ person: exportedPersonSchema });

/** A player of the user, without its address. */
const exportedPlayerSchema = playerSchema
  .omit({ id: true, people: true })
  .extend({ people: z.array(exportedPartSchema) })
  .meta({ id: 'ExportedPlayer' });
export type ExportedPlayer = z.infer<typeof exportedPlayerSchema>;

/** The user's part in the player of another person. */
export type ExportedSharedPlayer = z.infer<typeof exportedPartSchema>;

/** A title that a player names: what waits for it, or which title the user has picked. */
const exportedPlayerTitleSchema = unrecognisedSchema
  .omit({ id: true, candidates: true })
  .meta({ id: 'ExportedPlayerTitle' });
export type ExportedPlayerTitle = z.infer<typeof exportedPlayerTitleSchema>;

const exportedNotificationsSchema = z
  .object({
    /** Of the last 30 days. */
    notices: z.array(noticeSchema.omit({ id: true, by: true, path: true })),
    settings: noticeSettingsSchema,
    /** The lists for which the user has chosen something else than all. */
    lists: z.array(listNoticesSchema.extend({ folderId: idSchema })),
    /** Without their secret addresses. */
    channels: z.array(channelSchema.omit({ id: true })),
  })
  .meta({ id: 'ExportedNotifications', description: 'Your notifications, and where they are sent to.' });
export type ExportedNotifications = z.infer<typeof exportedNotificationsSchema>;

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
  publicLinks: z.array(exportedPublicLinkSchema),
  joinRequests: z.array(exportedJoinRequestSchema),
  reviews: z.array(exportedReviewSchema),
  plays: z.array(exportedPlaySchema),
  proposals: z.array(exportedProposalSchema),
  /** The shows that the user paused, dropped or started again. */
  shows: z.array(exportedShowSchema),
  /** Of the last 30 days. */
  imports: z.array(exportedImportSchema),
  players: z.array(exportedPlayerSchema),
  sharedPlayers: z.array(exportedPartSchema),
  playerTitles: z.array(exportedPlayerTitleSchema),
  comments: z.array(exportedCommentSchema),
  reactions: z.array(exportedReactionSchema),
  watchGroups: z.array(exportedWatchGroupSchema),
  polls: z.array(exportedPollSchema),
  dismissedTitles: z.array(exportedDismissalSchema),
  pinnedPeople: z.array(markedPersonSchema),
  blockedPeople: z.array(markedPersonSchema),
  reports: z.array(exportedReportSchema),
  sessions: z.array(listedSessionSchema.omit({ id: true })),
  securityEvents: z.array(securityEventSchema.omit({ id: true })),
  /** Without their addresses and secrets. */
  webhooks: z.array(webhookSchema.omit({ id: true })),
  notifications: exportedNotificationsSchema,
  /** Without their secrets. */
  accessTokens: z.array(accessTokenSchema.omit({ id: true })),
  /** Secret addresses of the user's calendar and additions, without their secrets. */
  feeds: z.array(feedSchema.omit({ id: true })),
});
export type AccountExport = z.infer<typeof accountExportSchema>;

/** One list as a file. An import reads it as it reads the file of an account. */
export const listFileSchema = z
  .object({
    format: z.literal('marquee'),
    version: z.literal(EXPORT_VERSION),
    exportedAt: dateSchema,
    lists: z.array(exportedListSchema.pick({ id: true, name: true, createdAt: true, items: true })).length(1),
  })
  .meta({ id: 'ListFile', description: 'One list with its titles in order.' });

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
    privacy: { emailFor: 'shared', listsFor: 'everyone', isListed: true, showsPresence: true, showsWatching: false },
    useModel: false,
    spoilers: 'hide',
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
  publicLinks: [],
  joinRequests: [],
  reviews: [{ id: '65f0c0ffee5eedbadc0ffee4', ...matrix, rating: 5, createdAt: MOMENT, updatedAt: MOMENT }],
  plays: [],
  proposals: [],
  shows: [],
  imports: [],
  players: [],
  sharedPlayers: [],
  playerTitles: [],
  comments: [],
  reactions: [],
  watchGroups: [],
  polls: [],
  dismissedTitles: [],
  pinnedPeople: [],
  blockedPeople: [],
  reports: [],
  sessions: [{ device: 'Firefox on Linux', address: null, startedAt: MOMENT, lastUsedAt: MOMENT, isCurrent: true }],
  securityEvents: [],
  webhooks: [],
  notifications: {
    notices: [],
    settings: { topics: ['invitations', 'votes'], quietHours: null, hideTitles: false, timeZone: 'Europe/Lisbon' },
    lists: [],
    channels: [],
  },
  accessTokens: [],
  feeds: [],
};

accountExportSchema.register(z.globalRegistry, {
  id: 'AccountExport',
  description: 'The file with everything of your account.',
  examples: [example],
});
