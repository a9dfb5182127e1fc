import type { Report } from '../../../common/schemas/instance/report.ts';
import { createStore } from '../../lib/createStore.ts';
import { fetchReports, fetchWaitingReports, sendResolution } from './operator.api.ts';

interface ReportState {
  /** The latest first, as far as they have been loaded. */
  reports: Report[] | undefined;
  /** How many wait for an operator; undefined until it is asked for. */
  waiting: number | undefined;
  /** Where the next page begins. */
  next: string | undefined;
  loadReports: () => Promise<void>;
  loadMoreReports: () => Promise<void>;
  resolveReport: (id: string) => Promise<void>;
  loadWaiting: () => Promise<void>;
  /** Reads again what has been read before. */
  applyChanged: () => Promise<void>;
}

/** What members have reported, as operators see it. Read when the screen opens, and live from then on. */
export const useReports = createStore<ReportState>((set, get) => ({
  reports: undefined,
  waiting: undefined,
  next: undefined,

  loadReports: async () => set(await fetchReports()),

  async loadMoreReports() {
    const page = await fetchReports(get().next);
    set(({ reports = [] }) => ({ ...page, reports: [...reports, ...page.reports] }));
  },

  async resolveReport(id) {
    await sendResolution(id);
    const resolvedAt = new Date().toISOString();
    set(({ reports }) => ({ reports: reports?.map((one) => (one.id === id ? { ...one, resolvedAt } : one)) }));
    // The number stays as it was until the next change, if it cannot be read.
    get()
      .loadWaiting()
      .catch(() => undefined);
  },

  loadWaiting: async () => set({ waiting: await fetchWaitingReports() }),

  async applyChanged() {
    try {
      if (get().waiting !== undefined) await get().loadWaiting();
      if (get().reports) {
        const { reports: latest, next } = await fetchReports();
        set(({ reports = [] }) => ({ reports: next ? withLatest(latest, reports) : latest }));
      }
    } catch {
      // What is shown stays until the next change.
    }
  },
}));

/** The first page as it is now, and the loaded ones after it as they were. */
function withLatest(latest: readonly Report[], reports: readonly Report[]): Report[] {
  const last = latest.at(-1);
  return [...latest, ...reports.filter(({ id }) => last !== undefined && id < last.id)];
}
