import type { z } from 'zod';
import { errorBodySchema } from '../../common/errors.ts';
import { freshSignInBody, recoveryCodesSchema } from '../../common/schemas/account/freshSignIn.ts';
import { assertionSchema, passkeySchema, requestOptionsSchema } from '../../common/schemas/account/passkey.ts';
import { listedSessionSchema } from '../../common/schemas/account/session.ts';
import { changeBatchSchema, changeSchema, changesAnswerSchema } from '../../common/schemas/changes.ts';
import { placeSchema, presenceSchema, syncAnswerSchema, syncRequestSchema } from '../../common/schemas/events.ts';
import { flagsBody, flagsSchema } from '../../common/schemas/flags.ts';
import {
  deletedFolderSchema,
  folderCoreSchema,
  folderPermissionsSchema,
  folderSchema,
  foundListSchema,
} from '../../common/schemas/folder.ts';
import { folderNameBody, passwordBody, personNamesBody, usernameBody } from '../../common/schemas/forms.ts';
import { configSchema } from '../../common/schemas/instance/config.ts';
import { securityEventSchema } from '../../common/schemas/instance/securityEvent.ts';
import { invitationSchema, inviteBody, respondBody, sendInvitationBody } from '../../common/schemas/invitation.ts';
import {
  createLinkBody,
  invitationLinkSchema,
  joinedSchema,
  linkOfferSchema,
} from '../../common/schemas/invitationLink.ts';
import { addItemBody, itemSchema, noteBody, placeBody, watchedBody } from '../../common/schemas/item.ts';
import { joinRequestSchema, joinStateSchema } from '../../common/schemas/joinRequest.ts';
import {
  confirmedSchema,
  playBody,
  playSchema,
  playUpdateBody,
  proposalSchema,
  seenConsentBody,
  seenSchema,
} from '../../common/schemas/play.ts';
import {
  ballotBody,
  ballotSchema,
  candidateSchema,
  closePollBody,
  guestBody,
  guestJoinedSchema,
  guestLinkSchema,
  guestOfferSchema,
  openPollBody,
  participantSchema,
  pollProgressSchema,
  pollResultSchema,
  pollSchema,
} from '../../common/schemas/poll.ts';
import { dateSchema, idSchema } from '../../common/schemas/primitives.ts';
import {
  dismissBody,
  groupRecommendationSchema,
  groupRecommendationsSchema,
  ratingGuessSchema,
  reasonSchema,
  recommendationSchema,
  recommendationSettingsBody,
  recommendationSettingsSchema,
  recommendationsSchema,
} from '../../common/schemas/recommendation.ts';
import {
  backfillSchema,
  missingReviewsSchema,
  reviewBody,
  reviewSchema,
  reviewUpdateBody,
} from '../../common/schemas/review.ts';
import { publicShareSchema, shareSchema } from '../../common/schemas/share.ts';
import { mediaTypeSchema } from '../../common/schemas/title.ts';
import {
  connectBody,
  contactSchema,
  directoryUserSchema,
  loginBody,
  ownUserSchema,
  profileFolderSchema,
  publicUserSchema,
  registerBody,
  signInMethodsSchema,
  userSchema,
} from '../../common/schemas/user.ts';
import { accountNames } from './openapi.accountNames.ts';
import { operatorNames } from './openapi.operatorNames.ts';
import { titleNames } from './openapi.titleNames.ts';

/** The name of a schema in the document, and what is written beside its shape. */
export interface Naming {
  id: string;
  description?: string;
  examples?: unknown[];
  if?: object;
  then?: object;
  else?: object;
}

const AN_ID = '65f0c0ffee5eedbadc0ffee1';
const FLAGS = { canView: true, canAdd: true, canRemove: false, canEdit: false, canShare: false, canManage: false };

const having = (name: string) => ({ properties: { [name]: {} }, required: [name] });

/** Generators of clients ignore these keywords. From a `oneOf` they would make two types. */
const exactlyOneList = {
  description: 'Send exactly one of folderId and categoryId.',
  if: having('folderId'),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { not: having('categoryId') },
  else: having('categoryId'),
};

const numbersOfShowsOnly = {
  description: 'Only TV shows have seasons and episodes.',
  if: { properties: { mediaType: { const: 'movie' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { not: { anyOf: [having('season'), having('episode')] } },
};

const entities: [z.ZodType, Naming][] = [
  [idSchema, { id: 'Id', description: '24 hexadecimal digits.', examples: [AN_ID] }],
  [dateSchema, { id: 'Moment', examples: ['2026-01-31T20:15:00.000Z'] }],
  [mediaTypeSchema, { id: 'MediaType' }],
  [flagsSchema, { id: 'Flags', description: 'What a member may do in a list.' }],
  [publicUserSchema, { id: 'PublicUser', description: 'A user as other members of a list see them.' }],
  [contactSchema, { id: 'Contact', description: 'A user with their email address.' }],
  [userSchema, { id: 'User' }],
  [ownUserSchema, { id: 'OwnUser', description: 'Your own account.' }],
  [directoryUserSchema, { id: 'DirectoryUser' }],
  [profileFolderSchema, { id: 'ProfileFolder', description: 'A folder or category on a profile.' }],
  [folderCoreSchema, { id: 'FolderCore', description: 'A folder or category as all its members see it.' }],
  [foundListSchema, { id: 'FoundList', description: 'A folder or category that a search found.' }],
  [deletedFolderSchema, { id: 'DeletedFolder', description: 'A folder or category that you can restore.' }],
  [folderSchema, { id: 'Folder', description: 'A folder or category as you see it.' }],
  [folderPermissionsSchema, { id: 'FolderPermissions' }],
  [itemSchema, { id: 'Item', description: 'A movie or TV show in a list.' }],
  [shareSchema, { id: 'Share', description: 'The membership of one user in a list.' }],
  [publicShareSchema, { id: 'PublicShare', description: 'A share without the email address.' }],
  [invitationSchema, { id: 'Invitation' }],
  [invitationLinkSchema, { id: 'InvitationLink', description: 'An address with which anyone can join a list.' }],
  [linkOfferSchema, { id: 'LinkOffer', description: 'What an invitation link offers.' }],
  [joinedSchema, { id: 'Joined', description: 'The list that you joined.' }],
  [joinRequestSchema, { id: 'JoinRequest', description: 'A user who asks to join a list.' }],
  [joinStateSchema, { id: 'JoinState', description: 'Your own request to join a list.' }],
  [pollSchema, { id: 'Poll', description: 'A vote on what to watch.' }],
  [pollProgressSchema, { id: 'PollProgress', description: 'The parts of a vote that change.' }],
  [candidateSchema, { id: 'Candidate', description: 'A title to decide about.' }],
  [participantSchema, { id: 'Participant', description: 'Someone who takes part in a vote.' }],
  [pollResultSchema, { id: 'PollResult' }],
  [ballotSchema, { id: 'Ballot', description: 'Your own ballot.' }],
  [guestLinkSchema, { id: 'GuestLink', description: 'A link for guests, and its QR code as SVG.' }],
  [guestOfferSchema, { id: 'GuestOffer' }],
  [guestJoinedSchema, { id: 'GuestJoined' }],
  [playSchema, { id: 'Play', description: 'One viewing of a title by one user.' }],
  [proposalSchema, { id: 'PlayProposal', description: 'A play that another user proposes to you.' }],
  [confirmedSchema, { id: 'AnsweredPlayProposal' }],
  [seenSchema, { id: 'SeenMarks', description: 'Which items of a list its members have seen.' }],
  [reviewSchema, { id: 'Review' }],
  [missingReviewsSchema, { id: 'MissingReviews' }],
  [backfillSchema, { id: 'Backfill' }],
  [configSchema, { id: 'Config' }],
  [securityEventSchema, { id: 'SecurityEvent', description: 'An entry of the security log of your account.' }],
  [passkeySchema, { id: 'Passkey', description: 'A passkey of your account.' }],
  [recoveryCodesSchema, { id: 'RecoveryCodes', description: 'Recovery codes, which are shown only once.' }],
  [assertionSchema, { id: 'Assertion', description: 'The answer of navigator.credentials.get.' }],
  [requestOptionsSchema, { id: 'RequestOptions', description: 'Options for navigator.credentials.get.' }],
  [listedSessionSchema, { id: 'Session', description: 'A place where you are signed in.' }],
  [signInMethodsSchema, { id: 'SignInMethods', description: 'The sign-in methods of an account.' }],
  [reasonSchema, { id: 'Reason', description: 'Why a title is recommended.' }],
  [recommendationSchema, { id: 'Recommendation' }],
  [recommendationsSchema, { id: 'Recommendations' }],
  [groupRecommendationSchema, { id: 'GroupRecommendation' }],
  [groupRecommendationsSchema, { id: 'GroupRecommendations' }],
  [ratingGuessSchema.unwrap(), { id: 'RatingGuess', description: 'The range of stars that you might give.' }],
  [recommendationSettingsSchema, { id: 'RecommendationSettings' }],
  [errorBodySchema.shape.issues.unwrap().element, { id: 'Issue', description: 'What is wrong with one field.' }],
];

/** folder:created as FolderCreatedChange. */
const changeName = (type: string) =>
  `${type.replace(/(?:^|[:-])(\w)/g, (_, letter: string) => letter.toUpperCase())}Change`;

const [changesPage, changesReset] = changesAnswerSchema.options;

const live: [z.ZodType, Naming][] = [
  [changeSchema, { id: 'Change', description: 'One change of a list: an entry of its log.' }],
  ...changeSchema.options.map((option): [z.ZodType, Naming] => [option, { id: changeName(option.shape.type.value) }]),
  [changesAnswerSchema, { id: 'Changes' }],
  [changesPage, { id: 'ChangesPage' }],
  [changesReset, { id: 'ChangesReset', description: 'The changes are no longer stored. Read the list again.' }],
  [changeBatchSchema, { id: 'ChangeBatch' }],
  [presenceSchema, { id: 'Presence', description: 'A user who has the list open.' }],
  [placeSchema, { id: 'Place', description: 'The list that a tab shows, and the item that is open there.' }],
  [syncRequestSchema, { id: 'SyncRequest', description: 'What the tab has: the rev of each list and of the user.' }],
  [syncAnswerSchema, { id: 'SyncAnswer', description: 'What changed since then.' }],
];

const registration = { email: 'ana@example.com', password: 'correct horse battery', firstName: 'Ana' };
const signIn = { email: 'ana@example.com', password: 'correct horse battery' };

const bodies: [z.ZodType, Naming][] = [
  [registerBody, { id: 'RegisterBody', examples: [registration] }],
  [loginBody, { id: 'LoginBody', examples: [signIn] }],
  [freshSignInBody, { id: 'FreshSignInBody', examples: [{ method: 'password', password: signIn.password }] }],
  [usernameBody, { id: 'UsernameBody', examples: [{ username: 'ana_b' }] }],
  [personNamesBody, { id: 'PersonNamesBody', examples: [{ firstName: 'Ana', lastName: 'Brito' }] }],
  [passwordBody, { id: 'PasswordBody' }],
  [connectBody, { id: 'ConnectBody' }],
  [folderNameBody, { id: 'FolderNameBody', examples: [{ name: 'Weekend films' }] }],
  [inviteBody, { id: 'InviteBody', examples: [{ invitedUserId: AN_ID }] }],
  [
    sendInvitationBody,
    {
      id: 'SendInvitationBody',
      ...exactlyOneList,
      examples: [{ folderId: AN_ID, invitedUserId: AN_ID, canRemove: true }],
    },
  ],
  [respondBody, { id: 'RespondBody', examples: [{ status: 'accepted' }] }],
  [flagsBody, { id: 'FlagsBody', examples: [FLAGS] }],
  [
    addItemBody,
    {
      id: 'AddItemBody',
      ...exactlyOneList,
      examples: [{ folderId: AN_ID, tmdbId: 603, mediaType: 'movie', title: 'The Matrix', releaseDate: '1999-03-31' }],
    },
  ],
  [createLinkBody, { id: 'CreateLinkBody', examples: [{ canAdd: true, maxUses: null, validDays: 7 }] }],
  [openPollBody, { id: 'OpenPollBody', examples: [{ count: 6, filters: { maxRuntime: 120 }, includePicks: true }] }],
  [ballotBody, { id: 'BallotBody', examples: [{ marks: { 'movie:603': 2 }, veto: null, isReady: true }] }],
  [closePollBody, { id: 'ClosePollBody', examples: [{ watchedKey: 'movie:603' }] }],
  [guestBody, { id: 'GuestBody', examples: [{ name: 'Cleo' }] }],
  [noteBody, { id: 'NoteBody', examples: [{ note: 'Ana saw it at the festival.' }] }],
  [placeBody, { id: 'MoveBody', examples: [{ afterId: AN_ID, beforeId: null }] }],
  [watchedBody, { id: 'WatchedBody', examples: [{ watched: true }] }],
  [
    reviewBody,
    { id: 'ReviewBody', examples: [{ tmdbId: 603, mediaType: 'movie', rating: 5, comment: 'Even better again.' }] },
  ],
  [
    playBody,
    {
      id: 'PlayBody',
      ...numbersOfShowsOnly,
      examples: [{ tmdbId: 603, mediaType: 'movie', at: '2026-01-31T00:00:00.000Z', precision: 'day' }],
    },
  ],
  [playUpdateBody, { id: 'PlayUpdateBody', examples: [{ at: null }] }],
  [seenConsentBody, { id: 'SeenConsentBody', examples: [{ shows: true }] }],
  [reviewUpdateBody, { id: 'ReviewUpdateBody', examples: [{ rating: 4 }] }],
  [dismissBody, { id: 'DismissBody', examples: [{ mediaType: 'movie', tmdbId: 603 }] }],
  [recommendationSettingsBody, { id: 'RecommendationSettingsBody', examples: [{ useModel: false }] }],
];

/** The schemas that the documents name. All others are written out where they are used. */
export const named: readonly [z.ZodType, Naming][] = [
  ...operatorNames,
  ...accountNames,
  ...entities,
  ...live,
  ...titleNames,
  ...bodies,
];
