import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Mark } from '../../../../common/poll/rule.ts';
import type { BallotBody } from '../../../../common/schemas/poll.ts';
import { toastError } from '../../../components/toast/toast.ts';
import { queryClient } from '../../../lib/query.ts';
import { saveBallot } from './poll.api.ts';
import { ballotQuery } from './poll.queries.ts';
import { createSaveLatest } from './saveLatest.ts';

export interface BallotView extends Pick<BallotBody, 'marks' | 'veto'> {
  isSaving: boolean;
  /** Sets the mark of a candidate, or removes it. */
  mark: (key: string, mark: Mark | undefined) => void;
  /** Each person has one veto, so a second one takes the place of the first. */
  setVeto: (key: string | null) => void;
  setReady: (isReady: boolean) => void;
}

/** The viewer's own ballot, saved with each change. Undefined until loaded. `isReady`: as the server has it. */
export function useBallot(pollId: string, isReady: boolean): BallotView | undefined {
  const query = ballotQuery(pollId, isReady);
  const { data: ballot } = useQuery(query);
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

  if (!ballot) return undefined;
  const { marks, veto, isReady: wasReady } = ballot;
  const change = (changed: Partial<BallotBody>) => {
    // An answer that is under way is older.
    void queryClient.cancelQueries({ queryKey: query.queryKey });
    queryClient.setQueryData(query.queryKey, { ...ballot, ...changed });
    save({ marks, veto, isReady: wasReady, ...changed });
  };
  return {
    marks,
    veto,
    isSaving,
    mark: (key, mark) => change({ marks: withMark(marks, key, mark) }),
    setVeto: (newVeto) => change({ veto: newVeto }),
    setReady: (ready) => change({ isReady: ready }),
  };
}

function withMark(marks: BallotBody['marks'], key: string, mark: Mark | undefined): BallotBody['marks'] {
  const { [key]: _before, ...others } = marks;
  return mark === undefined ? others : { ...others, [key]: mark };
}
