import { useEffect } from 'react';
import type { FamilyKey } from '../../common/families.ts';
import { createStore } from './createStore.ts';
import { isRefused } from './http/http.ts';

/** Leaves undefined what is not loaded. Applied twice, it has the effect of once. */
type Change<Value> = (known: Value | undefined) => Value | undefined;

interface LiveListOptions<Value> {
  load: (key: string, family: FamilyKey) => Promise<Value>;
}

export interface LiveList<Value> {
  /** Undefined until loaded. */
  get: (key: string) => Value | undefined;
  /** Loads a value again, or waits for the load that is running. */
  load: (key: string, family?: FamilyKey) => Promise<void>;
  /**
   * Loads a value again if it was loaded before, or all of them, after this tab may have missed events. Drops what the viewer
   * may no longer see.
   */
  refresh: (key?: string) => Promise<void>;
  /** Applies an event, or what a write of this tab has changed. */
  apply: (key: string, change: Change<Value>) => void;
  /** The value if it is loaded. */
  useKnown: (key: string) => Value | undefined;
  /** The value, loaded when the component mounts. Undefined until loaded, also after a failure, and without a key. */
  useLoaded: (key: string | undefined, family?: FamilyKey) => Value | undefined;
  /** The error of the last load if there is no value because it failed. */
  useFailure: (key: string) => Error | undefined;
}

interface RunningLoad<Value> {
  /** What was applied since the load began. */
  changes: Change<Value>[];
  done: Promise<void>;
}

interface LiveState<Value> {
  values: Record<string, Value>;
  /** Part of the state, so that the answers to these loads are dropped at sign-out. */
  running: Record<string, RunningLoad<Value>>;
  /** The errors of the last loads that failed. */
  failures: Record<string, Error>;
}

/**
 * What is loaded from the server once and then kept up to date by events, by the id of its folder. The answer to a load may
 * be older than an event that arrives before it, so such events are applied to the answer as well.
 */
export function createLiveList<Value>(options: LiveListOptions<Value>): LiveList<Value> {
  const useStore = createStore<LiveState<Value>>(() => ({ values: {}, running: {}, failures: {} }));
  const { getState, setState } = useStore;
  const get = (key: string) => getState().values[key];

  const put = (key: string, value: Value | undefined) =>
    setState(({ values: { [key]: _before, ...others } }) => ({
      values: value === undefined ? others : { ...others, [key]: value },
    }));

  const start = (key: string, family: FamilyKey = 'folder'): Promise<void> => {
    const changes: Change<Value>[] = [];
    const isLatest = () => getState().running[key]?.changes === changes;

    const read = async () => {
      try {
        const answer = await options.load(key, family);
        if (isLatest())
          put(
            key,
            changes.reduce<Value | undefined>((value, change) => change(value), answer),
          );
      } catch (error) {
        if (isLatest()) setState(({ failures }) => ({ failures: { ...failures, [key]: error as Error } }));
        throw error;
      } finally {
        if (isLatest()) setState(({ running: { [key]: _ended, ...others } }) => ({ running: others }));
      }
      // A later load has a newer answer.
      await getState().running[key]?.done;
    };

    // The request is sent once the load is in the state, so that no event is missed.
    const done = Promise.resolve().then(read);
    setState(({ running, failures: { [key]: _before, ...failures } }) => ({
      running: { ...running, [key]: { changes, done } },
      failures,
    }));
    return done;
  };

  const load = (key: string, family?: FamilyKey) => getState().running[key]?.done ?? start(key, family);

  const reload = async (key: string) => {
    try {
      await start(key);
    } catch (error) {
      // After any other failure the next connection tries again.
      if (isRefused(error)) put(key, undefined);
    }
  };

  return {
    get,
    load,

    async refresh(key) {
      const { values, running, failures } = getState();
      const keys = Object.keys({ ...values, ...running, ...failures });
      await Promise.all(keys.filter((one) => key === undefined || one === key).map(reload));
    },

    apply(key, change) {
      getState().running[key]?.changes.push(change);
      put(key, change(get(key)));
    },

    useKnown: (key) => useStore(({ values }) => values[key]),

    useLoaded(key, family) {
      useLoading(load, key, family);
      return useStore(({ values }) => (key === undefined ? undefined : values[key]));
    },

    useFailure: (key) => useStore(({ values, failures }) => (values[key] === undefined ? failures[key] : undefined)),
  };
}

function useLoading(load: LiveList<unknown>['load'], key: string | undefined, family: FamilyKey | undefined): void {
  useEffect(() => {
    if (key === undefined) return;
    // Most screens are complete without it. The others ask `useFailure`.
    load(key, family).catch(() => undefined);
  }, [load, key, family]);
}
