import { useEffect, useEffectEvent } from 'react';
import type { Mark } from '../../../../common/poll/rule.ts';

interface VoteKeys {
  vote: (mark: Mark) => void;
  veto: () => void;
  undo: () => void;
}

/** The keys of the vote: 1 no, 2 maybe, 3 yes, V veto, Backspace undo. Fields and dialogs keep their keys. */
export function useVoteKeys({ vote, veto, undo }: VoteKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isElsewhere(event.target)) return;
    const actions: Record<string, () => void> = {
      '1': () => vote(0),
      '2': () => vote(1),
      '3': () => vote(2),
      v: veto,
      backspace: undo,
    };
    const act = actions[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });

  useEffect(() => {
    const handle = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);
}

const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input:not([type="radio"]), textarea, select, [role="dialog"]') !== null;
