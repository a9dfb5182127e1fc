import { useCallback, useDeferredValue, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Item } from '../../../../common/schemas/item.ts';
import { useUsers } from '../../users/users.store.ts';
import { useShowProgress } from '../items/showProgress.ts';
import type { SeenMarks } from '../seen/seen.store.ts';
import { type ListView, type ListViewName, viewOf } from './listView.ts';

const names: readonly ListViewName[] = ['find', 'genre', 'length', 'seen', 'progress', 'sort'];

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
export function useViewed(items: readonly Item[], view: ListView, marks: SeenMarks | undefined): Item[] {
  const settled = useDeferredValue(view);
  const viewerId = useUsers((state) => state.viewer?.id);
  // Marks change often in a busy list; without the filter they change nothing here.
  const used = settled.seen ? marks : undefined;
  const known = useShowProgress();
  const progress = settled.progress || settled.sort === 'watched' ? known : undefined;
  return useMemo(
    () =>
      viewOf(items, settled, {
        marks: used && viewerId !== undefined ? { ...used, viewerId } : undefined,
        progress,
      }),
    [items, settled, used, viewerId, progress],
  );
}
