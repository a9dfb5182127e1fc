import { useCallback, useDeferredValue, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Item } from '../../../../common/schemas/item.ts';
import { type ListView, type ListViewName, viewOf } from './listView.ts';

const names: readonly ListViewName[] = ['find', 'genre', 'length', 'sort'];

export type ChangeView = (changes: Partial<Record<ListViewName, string | null>>) => void;

/** How the viewer looks at a list: read from the address, and a function to change it. */
export function useListView(): [ListView, ChangeView] {
  const [params, setParams] = useSearchParams();
  const text = viewText(params);
  const view = useMemo((): ListView => Object.fromEntries(new URLSearchParams(text)), [text]);
  const change = useCallback<ChangeView>(
    (changes) =>
      setParams(
        (current) => {
          const changed = new URLSearchParams(current);
          for (const [name, value] of Object.entries(changes)) {
            if (value) changed.set(name, value);
            else changed.delete(name);
          }
          return changed;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [view, change];
}

/** The part of the address that says how the list is looked at. */
function viewText(params: URLSearchParams): string {
  return new URLSearchParams([...params].filter(([name]) => (names as readonly string[]).includes(name))).toString();
}

/** The items as the view shows them. While somebody types, the field has precedence over long lists. */
export function useViewed(items: readonly Item[], view: ListView): Item[] {
  const settled = useDeferredValue(view);
  return useMemo(() => viewOf(items, settled), [items, settled]);
}
