import type { PlayBody, PlayUpdateBody } from '../../../common/schemas/play.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { playApi } from '../../lib/http/api.ts';
import { call, callWithHeaders, nextPage } from '../../lib/http/http.ts';

export const playCalls = {
  add: (body: PlayBody, opId: string) => call(playApi.add, { body, opId }),
  ofTitle: (mediaType: MediaType, tmdbId: number) => call(playApi.list, { query: { mediaType, tmdbId } }),
  update: (id: string, body: PlayUpdateBody, opId: string) => call(playApi.update, { params: { id }, body, opId }),
  remove: (id: string, opId: string) => call(playApi.remove, { params: { id }, opId }),
  proposals: () => call(playApi.proposals),
  answer: (id: string, status: 'accepted' | 'declined', opId: string) =>
    call(playApi.confirm, { params: { id }, body: { status }, opId }),
} as const;

/** One page of the log, and the place at which the next one begins. */
export async function fetchLog(before?: string) {
  const { data, headers } = await callWithHeaders(playApi.list, { query: { before } });
  return { plays: data, next: nextPage(headers, 'before') };
}
