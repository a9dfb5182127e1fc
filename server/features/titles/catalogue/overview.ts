import { hashOf } from 'poster-art';
import type { CatalogueRole, CatalogueTitle } from './catalogue.data.ts';
import { adjectiveOrder, clashes, genreWords, languageNames, nounOrder, origins, themes } from './overview.words.ts';

/** 'A', 'A and B', 'A, B and C'. */
function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The start of a sentence: 'A drama', 'An animated comedy'. */
function a(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'An' : 'A'} ${noun}`;
}

/** 'science-fiction thriller', 'animated family comedy', 'Korean-language crime series'. */
function kindOf(title: CatalogueTitle): string {
  const { genreIds, mediaType, language } = title;
  const isShow = mediaType === 'tv';
  const order = isShow ? genreIds : nounOrder;
  const noun = order.find((id) => genreIds.includes(id) && (id !== 16 || genreIds.length === 1) && genreWords[id]);
  const nounText = noun === undefined ? undefined : genreWords[noun]?.[isShow ? 'series' : 'noun'];
  const adjectives = adjectiveOrder
    .filter((id) => genreIds.includes(id) && id !== noun && !clashes.has(`${id}+${noun}`))
    .slice(0, genreIds.includes(16) && !isShow ? 2 : 1)
    .map((id) => genreWords[id]?.adjective)
    .filter((word) => word !== undefined && !nounText?.startsWith(word));
  const spoken = languageNames[language];
  return [spoken ? `${spoken}-language` : undefined, ...adjectives, nounText ?? (isShow ? 'series' : 'film')]
    .filter((word) => word !== undefined)
    .join(' ');
}

const placePattern = /^(?!based)([a-z .'-]+), (?:[a-z .'-]+)$/;

function placeOf(keywords: readonly string[]): string | undefined {
  const decade = keywords.find((keyword) => /^(?:19|20)\d0s$/.test(keyword));
  if (keywords.includes('new york city')) return 'set in New York City';
  const place = keywords.map((keyword) => placePattern.exec(keyword)?.[1]).find((name) => name !== undefined);
  if (place)
    return `set in ${place.replace(/(^|[ -])([a-z])/g, (letters) => letters.toUpperCase()).replace(' Dc', ', D.C.')}`;
  return decade ? `set in the ${decade}` : undefined;
}

/** A part that reads well after 'plays': a name, not 'Self' or 'Narrator / Driver (uncredited)'. */
function characterOf(role: CatalogueRole | undefined): string | undefined {
  const name = role?.character.replace(/\s*\([^)]*\)/g, '').trim();
  return name && /^\p{Lu}/u.test(name) && !/[/"]|self|narrator|various|voice/i.test(name) && name.length < 32
    ? name
    : undefined;
}

/** One sentence made from the facts. The same title always gets the same sentence. */
export function overviewOf(title: CatalogueTitle): string {
  const kind = kindOf(title);
  const year = title.date.slice(0, 4);
  const isShow = title.mediaType === 'tv';
  const makers = listed(title.makers.slice(0, 2).map((person) => person.name));
  const leads = title.cast.slice(0, 3).map((role) => role.name);
  const [first, second] = title.cast;
  const isDrawn = title.genreIds.includes(16);
  const plays = isDrawn ? 'voices' : 'plays';
  const cast = listed(leads);
  const themed = title.keywords.map((word) => themes[word]).filter((word) => word !== undefined);
  const about = themed.length > 0 ? ` about ${listed([...new Set(themed)].slice(0, 2))}` : '';
  const origin = title.keywords.map((word) => origins[word]).find((word) => word !== undefined);
  const aside = [placeOf(title.keywords) ?? origin]
    .filter(Boolean)
    .map((text) => `, ${text}`)
    .join('');
  const seasons = title.seasons > 1 ? `${title.seasons} seasons` : title.seasons === 1 ? 'one season' : '';
  const run = listed([seasons, title.episodes > 1 ? `${title.episodes} episodes` : ''].filter(Boolean));
  const part = characterOf(first);
  const sentences = isShow
    ? [
        makers && cast && `${makers}’s ${kind} with ${cast}, first shown in ${year}`,
        leads.length > 1 && run && `${cast} lead this ${kind} of ${run}, begun in ${year}`,
        part &&
          `${a(kind)} from ${year} in which ${first?.name} ${plays} ${part}${second ? `, beside ${second.name}` : ''}`,
        makers && run && `Created by ${makers}, this ${kind} began in ${year} and runs to ${run}`,
      ]
    : [
        makers && cast && `${makers}’s ${year} ${kind}${about}${aside}, with ${cast}`,
        makers && part && `${first?.name} ${plays} ${part} in ${makers}’s ${kind}${about || ` of ${year}`}${aside}`,
        makers &&
          leads.length > 1 &&
          `${a(kind)}${about || ` from ${year}`}${aside}: ${makers} ${title.makers.length > 1 ? 'direct' : 'directs'} ${cast}`,
        leads.length > 1 &&
          `${listed(leads.slice(0, 2))} ${isDrawn ? 'lend their voices to' : 'star in'} this ${year} ${kind}${about}${aside}${makers && `, directed by ${makers}`}`,
      ];
  const possible = sentences.filter((sentence) => typeof sentence === 'string').filter(Boolean);
  const fallback = `${a(kind)} from ${year}${makers && ` by ${makers}`}${cast && `, with ${cast}`}`;
  const sentence = possible[hashOf(`overview ${title.mediaType} ${title.id}`) % (possible.length || 1)] ?? fallback;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
