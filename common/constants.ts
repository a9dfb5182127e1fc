/** The limits of the product, as product.txt section 9 and the REST contract give them. */
export const limits = {
  listName: { min: 1, max: 100 },
  password: { min: 10, max: 128 },
  personName: { max: 80 },
  email: { max: 254 },
  username: { min: 3, max: 20 },
  rating: { min: 1, max: 5 },
  pictureBytes: 5 * 1024 * 1024,
  itemsPage: 200,
  /** How many pages of titles or people can be asked for: as many as TMDB gives, whatever it says there are. */
  titlePages: 500,
  changesPage: 500,
  recentChanges: 50,
  userSearchMinimum: 2,
  userSearchResults: 20,
  syncFolders: 500,
  title: { max: 500 },
  overview: { max: 5000 },
  imagePath: { max: 500 },
  genres: { max: 50 },
  /** As many as one title or person is told with; the first of each are what is shown. */
  cast: { max: 100 },
  crew: { max: 100 },
  creators: { max: 50 },
  episodeRuntimes: { max: 20 },
  videos: { max: 50 },
  /** Of one kind of offer in one country. */
  providers: { max: 50 },
  knownFor: { max: 20 },
  personCredits: { max: 300 },
  /** Entries of one page of titles or people. */
  titlesPage: 100,
  jsonBodyBytes: 100_000,
  socketMessageBytes: 64_000,
  /** How often in a second a tab may say where it is. */
  presencePerSecond: 4,
} as const;

/** The name of the one list per user that reviews fill; no other list may carry it, in any case. */
export const REVIEWED_NAME = 'Reviewed';

/** Milliseconds within which a folder's changes are told together. */
export const COALESCE_MS = 16;

/**
 * The longest that a tab waits before it tries to connect again. With socket.io's 5 s some tabs sit out a restart of two
 * seconds for another five; those who wait longest are half as many tries each second as they are tabs.
 */
export const RECONNECT_WITHIN_MS = 2000;
