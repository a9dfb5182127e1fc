import { fameOf } from '../search/fame.ts';
import type { Entry, TitleIndex } from '../search/titleIndex.ts';
import type { Catalogue, CataloguePerson, CatalogueTitle } from './catalogue.data.ts';
import { loadNames } from './catalogue.names.ts';
import { groups, otherNames } from './catalogue.otherNames.ts';
import { languageNames } from './overview.words.ts';

const CAST_SEARCHED = 8;
/** Adds the bundled titles and people to an index, in slices that do not block other requests. */
export async function indexCatalogue(index: TitleIndex, catalogue: Catalogue): Promise<void> {
  const names = loadNames();
  const groupsOf = new Map<string, string>();
  for (const { name, mediaType, ids } of groups) {
    for (const id of ids) groupsOf.set(`${mediaType}:${id}`, `${groupsOf.get(`${mediaType}:${id}`) ?? ''} ${name}`);
  }
  const titleEntry = (title: CatalogueTitle): Entry => {
    const { mediaType, id, date } = title;
    const genres = title.genreIds.map((genre) => catalogue.genreNames[mediaType].get(genre));
    const about = [
      ...title.cast.map(({ character }) => character),
      ...title.keywords,
      ...genres,
      languageNames[title.language],
      groupsOf.get(`${mediaType}:${id}`),
    ];
    return {
      id,
      names: [title.title, ...(otherNames[mediaType][id] ?? []), ...(names[mediaType].get(id)?.names ?? [])],
      popularity: fameOf(title.popularity, title.voteCount),
      date,
      people: [...title.makers, ...title.cast.slice(0, CAST_SEARCHED)].map(({ name }) => name).join(' '),
      about: about.filter(Boolean).join(' '),
    };
  };
  await index.addAll('movie', mapped(catalogue.titles.movie, titleEntry));
  await index.addAll('tv', mapped(catalogue.titles.tv, titleEntry));
  await index.addAll('person', mapped(catalogue.people, personEntry));
}

/** As they are needed, since all at once would take as long as adding many. */
function* mapped<T>(from: readonly T[], toEntry: (one: T) => Entry): Generator<Entry> {
  for (const one of from) yield toEntry(one);
}

/** Directors and creators count as known for their titles too. */
const personEntry = ({ id, name, popularity, titles }: CataloguePerson): Entry => ({
  id,
  names: [name, ...(otherNames.person[id] ?? [])],
  popularity: popularity + titles.length / 2,
  date: '',
  titles: titles.map((title) => ({ kind: title.mediaType, id: title.id })),
});
