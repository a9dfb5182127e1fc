import type { TitleSource } from './title.source.ts';

/** Passes each call on to the source that `current` returns at that moment. */
export function createLiveSource(current: () => TitleSource): TitleSource {
  return {
    get name() {
      return current().name;
    },
    popular: (mediaType, page, filters) => current().popular(mediaType, page, filters),
    search: (mediaType, query, page) => current().search(mediaType, query, page),
    details: (mediaType, id) => current().details(mediaType, id),
    credits: (mediaType, id) => current().credits(mediaType, id),
    videos: (mediaType, id) => current().videos(mediaType, id),
    recommendations: (mediaType, id, page) => current().recommendations(mediaType, id, page),
    externalRatings: (mediaType, id) => current().externalRatings(mediaType, id),
    watchProviders: (mediaType, id) => current().watchProviders(mediaType, id),
    popularPeople: (page) => current().popularPeople(page),
    searchPeople: (query, page) => current().searchPeople(query, page),
    person: (id) => current().person(id),
    personCredits: (mediaType, personId) => current().personCredits(mediaType, personId),
    findTitle: (mediaType, id) => current().findTitle(mediaType, id),
    findPerson: (id) => current().findPerson(id),
    candidates: () => current().candidates(),
  };
}
