import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { createStore } from '../../lib/createStore.ts';
import { ApiError } from '../../lib/http/http.ts';
import { createSharedLoads } from '../../lib/sharedLoads.ts';
import { factsOf } from './details/titleFacts.ts';
import { type TitlePart, type TitleParts, titleParts } from './title.api.ts';

interface TitleRef {
  mediaType: MediaType;
  tmdbId: number;
}

export interface KnownTitle extends Partial<TitleParts> {
  /** Parts that failed to load; 'missing' if the source has no such title. */
  failed: Partial<Record<TitlePart, 'failed' | 'missing'>>;
}

interface TitlesState {
  /** The known data of single titles, by key such as 'movie:603'. */
  titles: Record<string, KnownTitle>;
  /** Facts from any loaded list, so that a dialog opens with its title. */
  facts: Record<string, TitleFacts>;
  /** Raised when everything that is shown of titles must be loaded again. */
  edition: number;
  loadTitle: (ref: TitleRef) => Promise<void>;
  /** A title's facts: already known, or from its details. */
  loadFacts: (ref: TitleRef) => Promise<TitleFacts>;
  applyFacts: (titles: readonly TitleFacts[]) => void;
  applyPart: <Part extends TitlePart>(key: string, part: Part, value: TitleParts[Part]) => void;
  applyFailure: (key: string, part: TitlePart, reason: 'failed' | 'missing') => void;
  applyTitlesChanged: () => void;
}

const nothing: KnownTitle = { failed: {} };
const partNames = Object.keys(titleParts) as TitlePart[];

export const useTitles = createStore<TitlesState>((set, get) => {
  const shareLoad = createSharedLoads();

  const loadPart = (ref: TitleRef, part: TitlePart): Promise<void> => {
    const key = titleKey(ref);
    return shareLoad(`${key}/${part}`, async () => {
      try {
        get().applyPart(key, part, await titleParts[part](ref.mediaType, ref.tmdbId));
      } catch (error) {
        const isMissing = error instanceof ApiError && error.status === 404;
        get().applyFailure(key, part, isMissing ? 'missing' : 'failed');
      }
    });
  };

  return {
    titles: {},
    facts: {},
    edition: 0,

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

    applyTitlesChanged: () => set(({ edition }) => ({ titles: {}, edition: edition + 1 })),
  };
});

/** True if each of these parts has loaded or failed. */
export function areSettled(known: KnownTitle | undefined, parts: readonly TitlePart[]): boolean {
  return known !== undefined && parts.every((part) => known[part] !== undefined || known.failed[part]);
}

/** The facts, with the running time and missing genres from the details. */
function withDetails(facts: TitleFacts, details: TitleParts['details'] | undefined): TitleFacts {
  if (!details) return facts;
  return {
    ...facts,
    runtime: 'runtime' in details ? details.runtime : (details.episode_run_time[0] ?? null),
    genres: facts.genres.length > 0 ? facts.genres : details.genres.map((genre) => genre.id),
  };
}
