import type {
  CreatePlayerBody,
  NewPlayer,
  PlayerPersonBody,
  UpdatePlayerBody,
} from '../../../../common/schemas/player.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { playerApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { about, queryOf, refreshAbout } from '../../../lib/query.ts';
import { withFreshSignIn } from '../freshSignIn.store.ts';

// Events say when to ask again.
const kept = { staleTime: Number.POSITIVE_INFINITY, ...about('players') };

export const playersQuery = { ...queryOf(playerApi.list), ...kept };
export const unrecognisedQuery = { ...queryOf(playerApi.unrecognised), ...kept };
/** No event says what others watch, so it is asked for each time that it is shown. */
export const watchingQuery = { ...queryOf(playerApi.watching), ...about('players') };

const refreshed = async <T>(write: Promise<T>): Promise<T> => {
  const answer = await write;
  await refreshAbout('players');
  return answer;
};

/** The answer holds the address, which is not kept. */
export const createPlayer = (body: CreatePlayerBody): Promise<NewPlayer> =>
  withFreshSignIn(() => refreshed(call(playerApi.create, { body })));

export const renewAddress = (id: string): Promise<NewPlayer> =>
  withFreshSignIn(() => refreshed(call(playerApi.renew, { params: { id } })));

export const updatePlayer = (id: string, body: UpdatePlayerBody) =>
  refreshed(call(playerApi.update, { params: { id }, body }));

export const removePlayer = (id: string) => refreshed(call(playerApi.remove, { params: { id } }));

export const addPerson = (id: string, body: PlayerPersonBody) =>
  refreshed(call(playerApi.addPerson, { params: { id }, body }));

export const answerPart = (id: string, status: 'accepted' | 'declined') =>
  refreshed(call(playerApi.answer, { params: { id }, body: { status } }));

export const endPart = (id: string) => refreshed(call(playerApi.removePerson, { params: { id } }));

export const recognise = (id: string, title: { mediaType: MediaType; tmdbId: number }) =>
  refreshed(call(playerApi.recognise, { params: { id }, body: title }));

export const forgetTitle = (id: string) => refreshed(call(playerApi.forget, { params: { id } }));
