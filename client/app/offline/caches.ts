/** Where the service worker keeps pictures. They show which titles a person looks at, so signing out deletes them. */
export const pictureCaches = ['artwork', 'tmdb', 'people'] as const;

/** What tabs ask of the service worker. */
export type WorkerRequest =
  /** A new version takes over: at once, or only if no other tab is open. */
  'take over' | 'take over if alone' | 'forget pictures';
