import { spreadMotifs } from 'poster-art';
import { toSubject } from './artworkPath.ts';
import type { SourceFacts, TitleSource } from './title.source.ts';

type Title = Pick<SourceFacts, 'mediaType' | 'id'>;

const keyOf = ({ mediaType, id }: Title) => `${mediaType}/${id}`;

/**
 * The motif of each title of the source's candidates, spread over the walls of popular titles and of each genre. They are
 * chosen with the first drawing, which takes a tenth of a second.
 */
export function createMotifs(source: TitleSource): (title: Title) => Promise<string | undefined> {
  let motifs: Promise<Map<string, string>> | undefined;
  return async (title) => {
    motifs ??= source.candidates().then(chooseMotifs);
    return (await motifs).get(keyOf(title));
  };
}

export function chooseMotifs(titles: readonly SourceFacts[]): Map<string, string> {
  const ordered = [...titles].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  const motifs = spreadMotifs(
    ordered.map((title) => ({
      subject: toSubject(title),
      walls: [title.mediaType, ...title.genreIds.map((genre) => `${title.mediaType} ${genre}`)],
    })),
  );
  return new Map(ordered.map((title, at) => [keyOf(title), motifs[at] ?? '']));
}
