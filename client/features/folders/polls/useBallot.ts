import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Mark } from '../../../../common/poll/rule.ts';
import type { BallotBody } from '../../../../common/schemas/poll.ts';
import { toastError } from '../../../components/toast/toast.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { queryClient } from '../../../lib/query.ts';
import { saveBallot } from './poll.api.ts';
import { ballotQuery } from './poll.queries.ts';

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
        onRefused: (error) => toastError(error, 'Couldn’t save your vote. Try again.'),
      }),
    [pollId],
  );

  if (!ballot) return undefined;
  const change = (toChanged: (before: BallotBody) => Partial<BallotBody>) => {
    // An answer that is under way is older.
    void queryClient.cancelQueries({ queryKey: query.queryKey });
    // Two quick keys come before the ballot is rendered again. One that is still to be loaded is shown as it was before.
    const before = queryClient.getQueryData(query.queryKey) ?? { ...ballot, isReady };
    const after = { ...before, ...toChanged(before) };
    queryClient.setQueryData(query.queryKey, after);
    save({ marks: after.marks, veto: after.veto, isReady: after.isReady });
  };
  return {
    marks: ballot.marks,
    veto: ballot.veto,
    isSaving,
    mark: (key, mark) => change(({ marks }) => ({ marks: withMark(marks, key, mark) })),
    setVeto: (veto) => change(() => ({ veto })),
    setReady: (isReady) => change(() => ({ isReady })),
  };
}

function withMark(marks: BallotBody['marks'], key: string, mark: Mark | undefined): BallotBody['marks'] {
  const { [key]: _before, ...others } = marks;
  return mark === undefined ? others : { ...others, [key]: mark };
}

const RETRY_MS = 2000;

interface Saving<Value> {
  send: (value: Value) => Promise<unknown>;
  /** Called with true while something is not saved yet. */
  onBusy: (isBusy: boolean) => void;
  /** The server refused the value. It is not sent again. */
  onRefused: (error: unknown) => void;
}

/**
 * Sends values one after the other, and of those that came meanwhile only the last. While the server cannot be reached it
 * tries again.
 */
export function createSaveLatest<Value>({ send, onBusy, onRefused }: Saving<Value>): (value: Value) => void {
  let waiting: { value: Value } | undefined;
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    onBusy(true);
    while (waiting) {
      const current = waiting;
      waiting = undefined;
      try {
        await send(current.value);
      } catch (error) {
        if (isTemporary(error)) {
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
          waiting ??= current;
        } else onRefused(error);
      }
    }
    isRunning = false;
    onBusy(false);
  }

  return (value) => {
    waiting = { value };
    if (!isRunning) void run();
  };
}

const isTemporary = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);
