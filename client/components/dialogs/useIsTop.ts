import { useEffect, useState, useSyncExternalStore } from 'react';

/** The open dialogs, the top one last. Mantine's Modal.Stack would keep those that are unmounted while they are open. */
let open: readonly symbol[] = [];
const listeners = new Set<() => void>();

function update(next: readonly symbol[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For a dialog: whether no other was opened after it. Only the top one handles keys. */
export function useIsTop(): boolean {
  const [id] = useState(() => Symbol());
  useEffect(() => {
    update([...open, id]);
    return () => update(open.filter((other) => other !== id));
  }, [id]);
  return useSyncExternalStore(subscribe, () => open.at(-1) === id);
}
