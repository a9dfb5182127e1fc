import { useCallback, useMemo, useRef, useState } from 'react';

export interface Selection {
  /** The selected items that still exist. */
  selected: ReadonlySet<string>;
  /** With `isRange`, sets everything from the last toggled item to this one to the same state. */
  toggle: (key: string, isRange: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** A selection in a list: single items, ranges or all. */
export function useSelection(keys: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);
  const selected = useMemo(
    () => (chosen.size === 0 ? chosen : new Set(keys.filter((key) => chosen.has(key)))),
    [keys, chosen],
  );

  const toggle = useCallback(
    (key: string, isRange: boolean) => {
      const from = isRange && anchor.current !== undefined ? keys.indexOf(anchor.current) : -1;
      const to = keys.indexOf(key);
      const range = from === -1 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
      anchor.current = key;
      setChosen((known) => {
        const next = new Set(known);
        const isOn = !known.has(key);
        for (const one of range) isOn ? next.add(one) : next.delete(one);
        return next;
      });
    },
    [keys],
  );
  const toggleAll = useCallback(
    () => setChosen((known) => new Set(keys.every((key) => known.has(key)) ? [] : keys)),
    [keys],
  );
  const clear = useCallback(() => setChosen(new Set()), []);

  return { selected, toggle, toggleAll, clear };
}
