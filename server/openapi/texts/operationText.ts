import type { Call } from '../../../common/api/call.ts';
import type { TagName } from './tags.ts';

/** How the API documents name and explain one call. */
export interface OperationText {
  /** Unique in the document. Generated clients name their functions after it. */
  operationId: string;
  summary: string;
  description: string;
  /** Where it is not the tag of the call's group. */
  tag?: TagName;
}

export type TaggedText = Required<OperationText>;

export type TextEntry = readonly [Call, TaggedText];

/** Shorthand for the tables of texts: operation id, summary, description. */
export function text(operationId: string, summary: string, description: string): OperationText {
  return { operationId, summary, description };
}

/** Joins a group of calls with their texts. A call of the group without a text does not compile. */
export function describeGroup<Group extends Record<string, Call>>(
  tag: TagName,
  group: Group,
  texts: Record<keyof Group, OperationText>,
): TextEntry[] {
  return Object.entries(group).map(([name, call]) => [call, { tag, ...texts[name as keyof Group] }]);
}
