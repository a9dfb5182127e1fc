/** The limits of the product and of the REST contract. */
export const limits = {
  listName: { max: 100 },
  instanceName: { max: 40 },
  /** A key to TMDB or OMDb. TMDB's tokens have about 250 characters. */
  serviceKey: { max: 1000 },
  password: { min: 10, max: 128 },
  personName: { max: 80 },
  email: { max: 254 },
  username: { min: 3, max: 20 },
  rating: { min: 1, max: 5 },
  reviewComment: { max: 20_000 },
  pictureBytes: 5 * 1024 * 1024,
  picturePixels: 24_000_000,
  itemsPage: 200,
  /** How many items one change of a list adds. */
  itemsPerChange: 100,
  /** How many items one request removes or brings back. */
  itemsTogether: 500,
  /** The highest X-Total-Count for one kind of title across all of the user's lists. */
  countedItems: 10_000,
  directoryPage: 500,
  accountsPage: 100,
  /** A page of lists ends at this many lists, or when they show this many members in total. */
  foldersPage: 200,
  foldersPageMembers: 2000,
  /** How many pages of titles or people can be requested. TMDB reports more, but serves no further. */
  titlePages: 500,
  changesPage: 500,
  /** How many reviews one backfill call checks. */
  backfillPage: 100,
  recentChanges: 50,
  userSearchMinimum: 2,
  userSearchResults: 20,
  listSearchResults: 20,
  syncFolders: 500,
  /** So long an app may keep a write while it is offline, and the server keeps the answers to such writes. */
  queuedDays: 35,
  title: { max: 500 },
  overview: { max: 5000 },
  note: { max: 280 },
  comment: { max: 1000 },
  commentsPage: 50,
  commentsPerItem: 5000,
  /** How many comments one person writes. */
  commentsPerHour: 60,
  /** How many of those who chose the same reaction are named. */
  namedReactions: 10,
  /** How many of the newest comments of a list are looked through for unread ones. */
  recentComments: 1000,
  genres: { max: 50 },
  /** The highest number of a season or an episode. */
  episodes: 10_000,
  playsPage: 100,
  /** How many plays one act adds or removes, and for how many days it can be undone. */
  actPlays: 2000,
  actDays: 30,
  /** How many removed plays of a person are kept so that they can come back. */
  removedPlaysPerPerson: 10_000,
  /** How many days, shows and diary entries one answer of the calendar covers, and of how many films it looks up the day. */
  calendarDays: 62,
  calendarShows: 500,
  calendarFilms: 100,
  calendarPlays: 1000,
  /** With how many others one play can have been watched. */
  companions: 20,
  /** In one watch group, and how many groups one person can be in. */
  groupMembers: 20,
  groupsPerPerson: 500,
  /** Further proposals of groups for this user are dropped. */
  pendingGroupProposalsPerPerson: 50,
  /** Plays that groups have recorded for this user and that they have not answered. Further ones are proposed instead. */
  recordedProposalsPerPerson: 300,
  /** The most entries in the answer for one title or person. The app shows only the first ones. */
  cast: { max: 100 },
  crew: { max: 100 },
  creators: { max: 50 },
  episodeRuntimes: { max: 20 },
  seasons: { max: 200 },
  /** In one season. */
  seasonEpisodes: { max: 2000 },
  videos: { max: 50 },
  /** For one kind of offer in one country. */
  providers: { max: 50 },
  knownFor: { max: 20 },
  personCredits: { max: 300 },
  /** Entries on one page of titles or people. */
  titlesPage: 100,
  jsonBodyBytes: 100_000,
  socketMessageBytes: 64_000,
  /** Quotas. A write beyond one of them gets 409 limit_reached, independent of RATE_LIMIT. */
  listsPerPerson: 500,
  sharedListsPerPerson: 1000,
  /** For how many days the owner can restore a deleted list, and how many of them are kept. */
  deletedListDays: 30,
  deletedListsPerPerson: 50,
  membersPerList: 1000,
  itemsPerList: 10_000,
  pendingInvitationsPerInviter: 50,
  pendingInvitationsPerInvitee: 20,
  linksPerList: 20,
  publicLinksPerList: 20,
  publicLinkDays: 366,
  /** For how many days with visits a public link keeps their numbers. */
  visitDays: 30,
  feedsPerPerson: 20,
  /** Links to the instance that carry no list. */
  instanceLinks: 100,
  pendingJoinRequestsPerPerson: 20,
  blocksPerPerson: 500,
  reportComment: { max: 1000 },
  openReportsPerPerson: 20,
  reportsPage: 50,
  listLinksPage: 50,
  /** On the page of an invitation link. */
  offeredPosters: 5,
  /** For how many days a report is kept after the operator has dealt with it. */
  resolvedReportDays: 90,
  /** For how many days the same person cannot repeat a declined invitation to a list. */
  declinedInvitationDays: 30,
  /** For how many days a declined request to join cannot be repeated. */
  declinedJoinRequestDays: 30,
  playsPerPerson: 100_000,
  /** Further proposals for this user are dropped. */
  pendingProposalsPerPerson: 100,
  /** For how many days a proposal can be answered. */
  proposalDays: 30,
  /** How many people one invitation link may admit, unless it admits any number, and how long it is valid. */
  linkUses: 1000,
  linkDays: 30,
  /** Of a file that is imported, or of one in its ZIP. */
  importFileBytes: 50 * 1024 * 1024,
  /** Lines of such a file. */
  importRows: 50_000,
  /** Rows of one import, of all its files together, and of all that are kept for one person. */
  importRowsTogether: 200_000,
  importRowsPerPerson: 400_000,
  importsPerPerson: 20,
  /** For how many days an import is kept and can be undone. */
  importDays: 30,
  importFiles: 100,
  importLists: 500,
  importRowsPerRequest: 500,
  importRowsPage: 100,
  /** Of an ambiguous title. */
  importCandidates: 10,
  /** How many titles a poll decides between. */
  candidates: { min: 3, max: 12, usual: 8 },
  guestName: { max: 40 },
  guestsPerPoll: 20,
  /** Per node. */
  socketsPerGuest: 5,
  pollHours: 24,
  /** How many past polls of a list are kept. */
  pollsPerList: 50,
  /** When a new session exceeds this, the oldest one ends. */
  sessionsPerPerson: 50,
  /** Per node. */
  socketsPerPerson: 50,
  /** For how many days a session lasts at most, however often it is used. */
  sessionDays: 90,
  securityEventsPage: 20,
  /** How many days a notice is kept, how many are shown, and from how many of the newest events they are made. */
  noticeDays: 30,
  noticesShown: 100,
  noticeEvents: 1000,
  channelsPerPerson: 20,
  channelName: { max: 40 },
  passkeysPerPerson: 20,
  passkeyName: { max: 40 },
  webhooksPerPerson: 50,
  webhooksPerList: 10,
  webhookName: { max: 60 },
  webhookAddress: { max: 1000 },
  /** How many deliveries of a webhook are kept to be looked at. */
  webhookDeliveries: 50,
  tokensPerPerson: 50,
  tokenName: { max: 60 },
  /** To how many lists a token can be narrowed. */
  listsPerToken: 20,
  playersPerPerson: 20,
  /** The name of a user in a player, and how many of them are one person. */
  playerAccountName: { max: 100 },
  playerNames: 20,
  /** Other people of one player, and how many players of others one person may be asked about. */
  peoplePerPlayer: 20,
  sharedPlayersPerPerson: 50,
  /** How many titles wait in 'Not recognised', how many viewings of each, and for how many days. */
  unrecognisedTitles: 200,
  unrecognisedViewings: 200,
  unrecognisedDays: 30,
  /** Titles of players that a person has picked. */
  pickedTitles: 1000,
  /** How long a title counts as watched now after the last event about it. */
  watchingHours: 4,
  /** Of how many devices of a person it is kept what they play. */
  watchingDevices: 20,
  /** One event of a player, with the picture that Plex attaches. */
  playerEventBytes: 2 * 1024 * 1024,
  /** For the bodies of one user's writes, including uploads. A rate, not a quota: it is multiplied by RATE_LIMIT. */
  writtenBytesPerDay: 50 * 1024 * 1024,
  /** How many times per second a tab may report its location. */
  presencePerSecond: 4,
} as const;

/** The name of the list that each user's reviews fill. No other list may use it, in upper or lower case. */
export const REVIEWED_NAME = 'Reviewed';

/** How people can react to a comment, in the order in which they are shown. */
export const reactionKinds = ['like', 'love', 'laugh', 'wow', 'sad', 'fire'] as const;

/** Milliseconds within which a folder's changes are delivered as one batch. */
export const COALESCE_MS = 16;

/**
 * The longest wait of a tab before it reconnects. With socket.io's default of 5 s some tabs would stay offline for
 * 5 s after a restart of 2 s. At the longest wait there are half as many attempts per second as tabs.
 */
export const RECONNECT_WITHIN_MS = 2000;
