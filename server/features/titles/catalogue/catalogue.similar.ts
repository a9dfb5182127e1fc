import type { MediaType } from '../../../../common/schemas/title.ts';
import { wordsOf } from '../search/searchText.ts';
import type { Catalogue, CatalogueTitle } from './catalogue.data.ts';

const weights = { genre: 1.3, genrePair: 0.9, maker: 1.4, cast: 0.75, keyword: 1, decade: 0.5, language: 1, word: 1.3 };
const LEADS = 6;
/** Features of more titles than this are ignored: they are expensive and not specific. */
const COMMON = 0.5;
/** An upper limit for the weight of rare features, so that one shared supporting actor does not dominate. */
const TOP_RARITY = 4.6;

function featuresOf(title: CatalogueTitle): Map<string, number> {
  const features = new Map<string, number>();
  for (const [place, genre] of title.genreIds.entries())
    features.set(`g${genre}`, weights.genre * (place === 0 ? 1.3 : 1));
  for (const first of title.genreIds) {
    for (const second of title.genreIds) if (first < second) features.set(`p${first}-${second}`, weights.genrePair);
  }
  for (const maker of title.makers) features.set(`m${maker.id}`, weights.maker);
  for (const [place, role] of title.cast.slice(0, LEADS).entries()) {
    features.set(`c${role.id}`, weights.cast * (place < 3 ? 1.3 : 0.8));
  }
  for (const keyword of title.keywords) features.set(`k${keyword}`, weights.keyword);
  features.set(`d${title.date.slice(0, 3)}`, weights.decade);
  features.set(`l${title.language}`, weights.language);
  for (const word of wordsOf(title.title)) if (word.length > 3) features.set(`w${word}`, weights.word);
  return features;
}

interface Index {
  titles: CatalogueTitle[];
  features: Map<string, number>[];
  postings: Map<string, number[]>;
  norms: number[];
}

function buildIndex(titles: CatalogueTitle[]): Index {
  const features = titles.map(featuresOf);
  const postings = new Map<string, number[]>();
  for (const [position, own] of features.entries()) {
    for (const feature of own.keys()) {
      const list = postings.get(feature);
      if (list) list.push(position);
      else postings.set(feature, [position]);
    }
  }
  for (const own of features) {
    for (const [feature, weight] of own) {
      const share = (postings.get(feature)?.length ?? 0) / titles.length;
      if (share > COMMON) own.delete(feature);
      else own.set(feature, weight * Math.min(TOP_RARITY, Math.log(1 / share)));
    }
  }
  const norms = features.map((own) => Math.hypot(...own.values()));
  return { titles, features, postings, norms };
}

function similarIn(index: Index, position: number): CatalogueTitle[] {
  const scores = new Map<number, number>();
  for (const [feature, weight] of index.features[position] ?? []) {
    for (const other of index.postings.get(feature) ?? []) {
      if (other !== position) {
        const shared = weight * (index.features[other]?.get(feature) ?? 0);
        scores.set(other, (scores.get(other) ?? 0) + shared);
      }
    }
  }
  return [...scores]
    .map(([other, score]) => {
      const title = index.titles[other];
      // Among equally similar titles, popular and highly rated ones come first.
      const liked = title ? Math.log10(title.voteCount + 10) * title.voteAverage : 0;
      return { title, score: (score / Math.sqrt(index.norms[other] || 1)) * (0.6 + liked / 60) };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, 60)
    .map(({ title }) => title)
    .filter((title) => title !== undefined);
}

/** Titles of the same media type that share genres, people, keywords, decade and language. Rare features count most. */
export function createSimilar(catalogue: Catalogue): (title: CatalogueTitle) => CatalogueTitle[] {
  const indexes: Partial<Record<MediaType, Index>> = {};
  return (title) => {
    indexes[title.mediaType] ??= buildIndex(catalogue.titles[title.mediaType]);
    const index = indexes[title.mediaType];
    return index ? similarIn(index, index.titles.indexOf(title)) : [];
  };
}
