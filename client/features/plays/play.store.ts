import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Play, PlayBody, PlayUpdateBody, Proposal } from '../../../common/schemas/play.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { createStore } from '../../lib/createStore.ts';
import { ApiError } from '../../lib/http/http.ts';
import { createSharedLoads } from '../../lib/sharedLoads.ts';
import { useSeen } from '../folders/seen/seen.store.ts';
import { newOpId } from '../folders/state/opId.ts';
import { fetchLog, playCalls } from './play.api.ts';
import { byTime, type PlayLog, withoutPlay, withPage, withPlay } from './playLog.ts';

type TitleRef = Pick<TitleFacts, 'mediaType' | 'tmdbId'>;

interface PlaysState {
  /** The loaded part of the log; undefined before the first load. */
  log: PlayLog | undefined;
  /** The plays of single titles, by title. */
  ofTitle: Record<string, readonly Play[]>;
  /** The titles whose plays were loaded before this tab missed events. They stay until they are loaded again. */
  staleTitles: ReadonlySet<string>;
  /** What others propose and the viewer has not answered; undefined before the first load. */
  proposals: readonly Proposal[] | undefined;
  /** The latest proposal that arrived or was answered in this or another tab. */
  lastProposed: Proposal | undefined;
  /** Loads the log back to this time, or its first page. */
  loadLog: (backTo: string) => Promise<void>;
  loadOlder: () => Promise<void>;
  loadTitle: (title: TitleRef) => Promise<void>;
  loadProposals: () => Promise<void>;
  addPlay: (body: PlayBody) => Promise<Play>;
  updatePlay: (play: Play, body: PlayUpdateBody) => Promise<void>;
  deletePlay: (play: Play) => Promise<void>;
  answerProposal: (proposal: Proposal, status: 'accepted' | 'declined') => Promise<void>;
  applySaved: (play: Play) => void;
  applyDeleted: (play: Play, isStillSeen: boolean) => void;
  applyProposed: (proposal: Proposal) => void;
  /** This tab missed events: what is loaded is loaded again, and shown until then. */
  applyMissed: () => void;
}

type SetPlays = (change: (state: PlaysState) => Partial<PlaysState>) => void;

export const usePlays = createStore<PlaysState>((set, get) => ({
  log: undefined,
  ofTitle: {},
  staleTitles: new Set(),
  proposals: undefined,
  lastProposed: undefined,
  ...createLoading(set, get),
  ...createWriting(get),
  ...createApplying(set, get),
}));

function createLoading(set: SetPlays, get: () => PlaysState) {
  const shareLoad = createSharedLoads();
  const readPage = async (before?: string) => {
    const page = await fetchLog(before);
    set(({ log }) => ({ log: before !== undefined && log ? withPage(log, page) : page }));
  };
  return {
    loadLog: (backTo: string) =>
      shareLoad('log', async () => {
        if (!get().log) await readPage();
        for (let log = get().log; log?.next !== undefined && isAfter(log, backTo); log = get().log) {
          await readPage(log.next);
        }
      }),

    loadOlder: () => shareLoad('log', () => readPage(get().log?.next)),

    loadTitle: ({ mediaType, tmdbId }: TitleRef) => {
      const key = titleKey({ mediaType, tmdbId });
      if (get().ofTitle[key] && !get().staleTitles.has(key)) return Promise.resolve();
      return shareLoad(key, async () => {
        const plays = await playCalls.ofTitle(mediaType, tmdbId);
        set(({ ofTitle, staleTitles }) => ({
          ofTitle: { ...ofTitle, [key]: plays },
          staleTitles: new Set([...staleTitles].filter((stale) => stale !== key)),
        }));
      });
    },

    loadProposals: () =>
      shareLoad('proposals', async () => {
        const proposals = await playCalls.proposals();
        set(() => ({ proposals }));
      }),
  };
}

/** The log from its start, as far back as it was loaded. */
async function readAgain(known: PlayLog): Promise<PlayLog> {
  const backTo = known.plays.at(-1)?.at ?? '';
  let log: PlayLog = await fetchLog();
  while (log.next !== undefined && isAfter(log, backTo)) log = withPage(log, await fetchLog(log.next));
  return log;
}

/** Whether everything that is loaded happened after this time. */
function isAfter(log: PlayLog, time: string): boolean {
  const oldest = log.plays.at(-1)?.at;
  return typeof oldest === 'string' && oldest > time;
}

function createWriting(get: () => PlaysState) {
  return {
    async addPlay(body: PlayBody) {
      const play = await playCalls.add(body, newOpId());
      get().applySaved(play);
      return play;
    },

    async updatePlay(play: Play, body: PlayUpdateBody) {
      get().applySaved(await playCalls.update(play.id, body, newOpId()));
    },

    async deletePlay(play: Play) {
      await playCalls.remove(play.id, newOpId());
      // The event says whether the title still counts as seen.
      get().applyDeleted(play, true);
    },

    async answerProposal(proposal: Proposal, status: 'accepted' | 'declined') {
      try {
        const { play } = await playCalls.answer(proposal.id, status, newOpId());
        if (play) get().applySaved(play);
      } catch (error) {
        // It was answered in another tab, or is too old.
        if (!(error instanceof ApiError && (error.status === 404 || error.status === 409))) throw error;
      }
      get().applyProposed({ ...proposal, status });
    },
  };
}

function createApplying(set: SetPlays, get: () => PlaysState) {
  return {
    applySaved(play: Play) {
      const key = titleKey(play);
      set(({ log, ofTitle }) => {
        const known = ofTitle[key];
        return {
          log: log && withPlay(log, play),
          ...(known && { ofTitle: { ...ofTitle, [key]: [...known.filter(isOther(play)), play].sort(byTime) } }),
        };
      });
      useSeen.getState().applyOwn(play, true);
    },

    applyDeleted(play: Play, isStillSeen: boolean) {
      const key = titleKey(play);
      set(({ log, ofTitle }) => {
        const known = ofTitle[key];
        return {
          log: log && withoutPlay(log, play.id),
          ...(known && { ofTitle: { ...ofTitle, [key]: known.filter(isOther(play)) } }),
        };
      });
      if (!isStillSeen) useSeen.getState().applyOwn(play, false);
    },

    applyProposed(proposal: Proposal) {
      set(({ proposals }) => {
        if (!proposals) return { lastProposed: proposal };
        const others = proposals.filter(({ id }) => id !== proposal.id);
        return {
          lastProposed: proposal,
          proposals: proposal.status === 'pending' ? [proposal, ...others] : others,
        };
      });
    },

    applyMissed() {
      const { log, ofTitle, proposals, loadProposals } = get();
      set(() => ({ staleTitles: new Set(Object.keys(ofTitle)) }));
      // A missed event shows no error: what is shown stays, and the next connection loads it again.
      if (log)
        readAgain(log).then(
          (fresh) => set(() => ({ log: fresh })),
          () => undefined,
        );
      if (proposals) loadProposals().catch(() => undefined);
    },
  };
}

const isOther = (play: Play) => (other: Play) => other.id !== play.id;
