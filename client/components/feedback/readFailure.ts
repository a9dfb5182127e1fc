import { OfflineError } from '../../lib/http/http.ts';

/** Why something could not be read, for people: no connection, or a server that answered with an error. */
export const readFailure = (error: unknown): string =>
  error instanceof OfflineError && error.text ? error.text : 'Something went wrong on our side. Please try again.';
