import { OfflineError } from '../../lib/http/http.ts';

/** Why something of the source of titles could not be read, for people. */
export const sourceFailure = (error: Error | null) =>
  error instanceof OfflineError ? error.text : 'The movie database did not answer. Your lists are not affected.';
