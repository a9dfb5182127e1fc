import { type TitleFacts, titleKey } from '../../../common/item.ts';
import type { MediaType } from '../../../common/title.ts';
import { createStore } from '../../lib/createStore.ts';
import { ApiError } from '../../lib/http.ts';
import { type TitlePart, type TitleParts, titleParts } from './title.api.ts';
import { factsOf } from './titleFacts.ts';

interface TitleRef {
  mediaType: MediaType;
  tmdbId: number;
}

export interface KnownTitle extends Partial<TitleParts> {
  /** Parts that could not be had; 'missing' where the source knows no such title. */
  failed: Partial<Record<TitlePart, 'failed' | 'missing'>>;
}

interface TitlesState {
  /** What is known of single titles, by 'movie:603'. */
  titles: Record<string, KnownTitle>;
  /** Facts from any list that passed by, so that a dialog opens with its title already there. */
  facts: Record<string, TitleFacts>;
  loadTitle: (ref: TitleRef) => Promise<void>;
  /** What an item keeps of a title: known already, or from its details. */
  loadFacts: (ref: TitleRef) => Promise<TitleFacts>;
  applyFacts: (titles: readonly TitleFacts[]) => void;
  applyPart: <Part extends TitlePart>(key: string, part: Part, value: TitleParts[Part]) => void;
  applyFailure: (key: string, part: TitlePart, reason: 'failed' | 'missing') => void;
}

const nothing: KnownTitle = { failed: {} };
const partNames = Object.keys(titleParts) as TitlePart[];

export const useTitles = createStore<TitlesState>((set, get) => {
  const inFlight = new Map<string, Promise<void>>();

  const loadPart = (ref: TitleRef, part: TitlePart): Promise<void> => {
    const key = titleKey(ref);
    const flight = `${key}/${part}`;
    const running = inFlight.get(flight);
    if (running) return running;
    const load = titleParts[part](ref.mediaType, ref.tmdbId)
      .then((value) => get().applyPart(key, part, value))
      .catch((error: unknown) => {
        const isMissing = error instanceof ApiError && error.status === 404;
        get().applyFailure(key, part, isMissing ? 'missing' : 'failed');
      })
      .finally(() => inFlight.delete(flight));
    inFlight.set(flight, load);
    return load;
  };

  return {
    titles: {},
    facts: {},

    async loadTitle(ref) {
      const known = get().titles[titleKey(ref)];
      const wanted = partNames.filter((part) => known?.[part] === undefined);
      await Promise.all(wanted.map((part) => loadPart(ref, part)));
    },

    async loadFacts(ref) {
      const key = titleKey(ref);
      const known = get().facts[key];
      if (known) return known;
      const details = await titleParts.details(ref.mediaType, ref.tmdbId);
      get().applyPart(key, 'details', details);
      return withDetails(factsOf(ref.mediaType, details), details);
    },

    applyFacts(titles) {
      set((state) => ({
        facts: { ...state.facts, ...Object.fromEntries(titles.map((facts) => [titleKey(facts), facts])) },
      }));
    },

    applyPart(key, part, value) {
      set(({ titles }) => {
        const known = titles[key] ?? nothing;
        const { [part]: _mended, ...failed } = known.failed;
        return { titles: { ...titles, [key]: { ...known, failed, [part]: value } } };
      });
    },

    applyFailure(key, part, reason) {
      set(({ titles }) => {
        const known = titles[key] ?? nothing;
        return { titles: { ...titles, [key]: { ...known, failed: { ...known.failed, [part]: reason } } } };
      });
    },
  };
});

/** Whether each of some parts of a title is here or known not to come. */
export function areSettled(known: KnownTitle | undefined, parts: readonly TitlePart[]): boolean {
  return known !== undefined && parts.every((part) => known[part] !== undefined || known.failed[part]);
}

/** Facts with what only the details tell: running time, and genres where the list had none. */
export function withDetails(facts: TitleFacts, details: TitleParts['details'] | undefined): TitleFacts {
  if (!details) return facts;
  return {
    ...facts,
    runtime: 'runtime' in details ? details.runtime : (details.episode_run_time[0] ?? null),
    genres: facts.genres.length > 0 ? facts.genres : details.genres.map((genre) => genre.id),
  };
}
