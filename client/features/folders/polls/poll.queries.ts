import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FamilyKey } from '../../../../common/families.ts';
import { guestApi, listPollApi, pollApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { queryOf } from '../../../lib/query.ts';

const RETRY_MS = 2000;

/** The list's past polls with a result, newest first. */
export const pastPollsQuery = (folderId: string, family: FamilyKey) =>
  queryOf(listPollApi[family].history, { params: { id: folderId } });

export const guestOfferQuery = (token: string) => queryOf(guestApi.offer, { params: { token } });

/**
 * The viewer's own ballot. Each value of `isReady`, as the server has it, asks again, because the viewer may vote in another
 * tab.
 */
export const ballotQuery = (pollId: string, isReady: boolean) =>
  queryOptions({
    queryKey: [pollApi.getBallot.path, pollId, isReady],
    queryFn: ({ signal }) => call(pollApi.getBallot, { params: { id: pollId }, signal, isQuietAboutSession: true }),
    retry: true,
    retryDelay: RETRY_MS,
    placeholderData: keepPreviousData,
    // The old ballot is not shown again: `isReady` may have changed since.
    gcTime: 0,
  });
