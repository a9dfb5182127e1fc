import { episodeNumberOf, isNoName } from '../reading.ts';

/** Words for 'season' in the languages of streaming services, before or after a number. */
const SEASON_WORD =
  'season|series|serie|saison|staffel|temporada|stagione|seizoen|sezon|sezonul|sæson|säsong|sesong|kausi|évad|sezóna|sezona|řada|séria|сезон|σεζόν|σαιζόν|κύκλος|עונה|الموسم|musim|mùa|ซีซั่น|シーズン|시즌';
/** Words for what some shows have instead. Films have parts too. */
const PART_WORD =
  'part|partie|parte|partea|teil|deel|del|część|část|osa|rész|kısım|часть|частина|phần|パート|파트|volume|vol\\.?|volumen|volum|volym|bind|svazek|tom|band|book|livre|buch|libro|livro|chapter';
const numbered = (words: string) =>
  `(?:(?:${words})\\s*(\\d{1,3})|(\\d{1,3})\\.?\\s*(?:${words})|第\\s*(\\d{1,3})\\s*(?:季|部|シリーズ|シーズン))`;
const SEASON = new RegExp(`^${numbered(`${SEASON_WORD}|${PART_WORD}`)}(?:\\s*\\(.*\\))?$`, 'i');
const LAST_SEASON = new RegExp(`(?:^|[\\s,:–—-]+)${numbered(SEASON_WORD)}$`, 'i');
/** A series of one season. */
const LIMITED =
  /^(?:limited series|mini-?series|miniseries|série limitée|mini-?série|miniserie|mini-?serie|serie limitada|minissérie|série limitada|miniserie-?|serial limitowany|miniserial|minisorozat|minisarja|mini dizi|мини-сериал|リミテッドシリーズ|리미티드 시리즈|迷你剧|迷你影集|限定剧|collection)$/i;
const EPISODE_WORD =
  'episode|épisode|folge|episodio|episódio|episodul|odcinek|aflevering|afsnit|avsnitt|jakso|bölüm|díl|epizoda|epizód|rész|серия|эпизод|серія|επεισόδιο|פרק|الحلقة|tập|ตอนที่|エピソード|에피소드';
const EPISODE = new RegExp(
  `^(?:(?:${EPISODE_WORD})\\s*(\\d{1,4})|(\\d{1,4})\\.?\\s*(?:${EPISODE_WORD})|第\\s*(\\d{1,4})\\s*[集話话回])$`,
  'i',
);

function numberIn(pattern: RegExp, text: string): number | undefined {
  return episodeNumberOf(pattern.exec(text)?.slice(1).find(Boolean));
}

/** The number of the season in a part of a name, as 'Staffel 2', or undefined. */
export function seasonIn(part: string): number | undefined {
  return numberIn(SEASON, part) ?? (LIMITED.test(part) ? 1 : undefined);
}

/** The number of the episode in a part of a name, as 'Folge 2', or undefined. */
export function episodeIn(part: string): number | undefined {
  return numberIn(EPISODE, part);
}

/** 'The Boys - Season 3', 'The Boys, Season 3' or 'The Boys Season 3': a show, and one of its seasons. */
export function splitSeason(name: string): { show: string; season?: number | undefined } {
  const trimmed = name.trim();
  const found = isNoName(trimmed) ? null : LAST_SEASON.exec(trimmed);
  if (!found) return { show: trimmed };
  return { show: trimmed.slice(0, found.index), season: episodeNumberOf(found.slice(1).find(Boolean)) };
}

/** 'Episode 3: Pilot' as the number and the name of an episode. */
export function splitEpisode(text: string): { number?: number | undefined; name: string } {
  const [, start = '', name = ''] = isNoName(text) ? [] : (/^([^:：]*\S)\s*[:：]\s*(.+)$/.exec(text) ?? []);
  const number = episodeIn(start);
  return number === undefined ? { number: episodeIn(text), name: text } : { number, name };
}
