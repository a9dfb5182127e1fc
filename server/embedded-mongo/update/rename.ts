import { describeValue } from '../bson/describe.ts';
import { badValue } from '../errors.ts';
import type { Draft } from './draft.ts';

/** Moves a field. What is not there is not moved, and neither end may lie within an array. */
export function applyRename(draft: Draft, from: string[], to: string[]): void {
  const { value, isViable } = draft.read(from);
  if (!isViable) throw draft.barrier(from);
  if (value === undefined) return;
  refuseArray(draft, 'source', from);
  refuseArray(draft, 'destination', to);
  draft.write(to, value);
  draft.remove(from);
}

function refuseArray(draft: Draft, kind: string, path: string[]): void {
  for (let i = 1; i < path.length; i++) {
    if (!Array.isArray(draft.read(path.slice(0, i)).value)) continue;
    throw badValue(
      `The ${kind} field cannot be an array element, '${path.join('.')}' in doc with _id: ${describeValue(draft.root._id)} has an array field called '${path[i - 1]}'`,
    );
  }
}
