import { Cancelled } from '../../lib/cancelled.ts';
import { createStore } from '../../lib/createStore.ts';
import { ApiError } from '../../lib/http/http.ts';

interface AheadQuestion {
  /** What is asked now: 'You watch this with Ana. Mark it anyway?' */
  text: string | null;
  answer: (isYes: boolean) => void;
  /** The shows that the viewer goes ahead in, for as long as this page is open. */
  confirmed: ReadonlySet<number>;
}

export const useAheadQuestion = createStore<AheadQuestion>(() => ({
  text: null,
  answer: () => undefined,
  confirmed: new Set(),
}));

/** Goes into the body of the write. */
interface Confirmed {
  ahead?: true;
}

/**
 * Sends a write that records plays of a show. If the viewer watches it with others who are not there yet, the app asks first,
 * once for each show and visit. Throws Cancelled when the answer is no.
 */
export async function askingAhead<T>(tmdbId: number, send: (confirmed: Confirmed) => Promise<T>): Promise<T> {
  const isConfirmed = useAheadQuestion.getState().confirmed.has(tmdbId);
  try {
    return await send(isConfirmed ? { ahead: true } : {});
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'watch_ahead')) throw error;
    if (!(await ask(error.text ?? 'Others watch this with you. Mark it anyway?'))) throw new Cancelled();
    useAheadQuestion.setState((state) => ({ confirmed: new Set(state.confirmed).add(tmdbId) }));
    return send({ ahead: true });
  }
}

function ask(text: string): Promise<boolean> {
  // A second question at the same time takes the place of the first one.
  useAheadQuestion.getState().answer(false);
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      useAheadQuestion.setState({ text: null, answer: () => undefined });
      resolve(isYes);
    };
    useAheadQuestion.setState({ text, answer });
  });
}
