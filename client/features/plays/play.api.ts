import type { PlayBody, PlayUpdateBody } from '../../../common/schemas/play.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { playApi } from '../../lib/http/api.ts';
import { call, callWithHeaders, nextPage } from '../../lib/http/http.ts';

export const playCalls = {
  add: (body: PlayBody, idempotencyKey: string) => call(playApi.add, { body, idempotencyKey }),
  ofTitle: (mediaType: MediaType, tmdbId: number) => call(playApi.list, { query: { mediaType, tmdbId } }),
  update: (id: string, body: PlayUpdateBody, idempotencyKey: string) =>
    call(playApi.update, { params: { id }, body, idempotencyKey }),
  remove: (id: string, idempotencyKey: string) => call(playApi.remove, { params: { id }, idempotencyKey }),
  proposals: () => call(playApi.proposals),
  answer: (id: string, status: 'accepted' | 'declined', idempotencyKey: string) =>
    call(playApi.confirm, { params: { id }, body: { status }, idempotencyKey }),
} as const;

/** One page of the log, and the place at which the next one begins. */
export async function fetchLog(before?: string) {
  const { data, headers } = await callWithHeaders(playApi.list, { query: { before } });
  return { plays: data, next: nextPage(headers, 'before') };
}
