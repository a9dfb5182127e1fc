import type { Play, PlayBody, Seen } from '../../common/schemas/play.ts';
import { type Person, titleFacts } from './people.ts';

/** The body of a play of a new title, or of the title of an item. */
export function playBodyOf(
  title: { tmdbId: number } & Partial<ReturnType<typeof titleFacts>> = titleFacts(),
): PlayBody {
  const { tmdbId, mediaType, watched: _watched, ...facts } = titleFacts(title);
  return { tmdbId, mediaType, facts };
}

/** Records that the person has seen a title. */
export async function recordPlay(person: Person, body: Partial<PlayBody> = {}): Promise<Play> {
  const answer = await person.post('/api/plays', { ...playBodyOf(), ...body });
  if (answer.status !== 201) throw new Error(`Recording a play answered ${answer.status}: ${answer.text}`);
  return answer.body as Play;
}

/** Says whether the person shows the members of a list what they have seen. */
export async function showSeen(person: Person, folderId: string, shows = true): Promise<void> {
  const answer = await person.put(`/api/folders/${folderId}/seen-consent`, { shows });
  if (answer.status !== 204) throw new Error(`The consent answered ${answer.status}: ${answer.text}`);
}

export async function readSeen(person: Pick<Person, 'get'>, folderId: string): Promise<Seen> {
  return (await person.get(`/api/folders/${folderId}/seen`)).body as Seen;
}
