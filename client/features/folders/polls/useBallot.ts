import { useEffect, useMemo, useState } from 'react';
import type { Mark } from '../../../../common/poll/rule.ts';
import type { BallotBody } from '../../../../common/schemas/poll.ts';
import { toastError } from '../../../components/toast/toast.ts';
import { fetchBallot, saveBallot } from './poll.api.ts';
import { createSaveLatest } from './saveLatest.ts';

export interface BallotView extends BallotBody {
  isSaving: boolean;
  /** Sets the mark of a candidate, or removes it. */
  mark: (key: string, mark: Mark | undefined) => void;
  /** Each person has one veto, so a second one takes the place of the first. */
  setVeto: (key: string | null) => void;
  setReady: (isReady: boolean) => void;
}

const RETRY_MS = 2000;

/**
 * The viewer's own ballot, saved with each change. Undefined until loaded. Each value of `isReady`, as the server has it,
 * loads the ballot again, because the viewer may vote in another tab.
 */
export function useBallot(pollId: string, isReady: boolean): BallotView | undefined {
  const [ballot, setBallot] = useState<BallotBody>();
  const [isSaving, setSaving] = useState(false);

  const save = useMemo(
    () =>
      createSaveLatest<BallotBody>({
        send: (body) => saveBallot(pollId, body),
        onBusy: setSaving,
        onRefused: (error) => toastError(error, 'Your vote was not saved'),
      }),
    [pollId],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again with each value of isReady
  useEffect(() => {
    let isCurrent = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      fetchBallot(pollId).then(
        ({ marks, veto, isReady: wasReady }) => isCurrent && setBallot({ marks, veto, isReady: wasReady }),
        () => {
          if (isCurrent) again = setTimeout(load, RETRY_MS);
        },
      );
    };
    load();
    return () => {
      isCurrent = false;
      clearTimeout(again);
    };
  }, [pollId, isReady]);

  if (!ballot) return undefined;
  const change = (changed: Partial<BallotBody>) => {
    const next = { ...ballot, ...changed };
    setBallot(next);
    save(next);
  };
  return {
    ...ballot,
    isSaving,
    mark: (key, mark) => change({ marks: withMark(ballot.marks, key, mark) }),
    setVeto: (veto) => change({ veto }),
    setReady: (ready) => change({ isReady: ready }),
  };
}

function withMark(marks: BallotBody['marks'], key: string, mark: Mark | undefined): BallotBody['marks'] {
  const { [key]: _before, ...others } = marks;
  return mark === undefined ? others : { ...others, [key]: mark };
}
