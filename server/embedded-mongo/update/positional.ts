import { childOf } from '../bson/paths.ts';
import { type Document, describeValue, isDocument, type Value } from '../document.ts';
import { badValue, failedToParse } from '../errors.ts';
import { compileMatch } from '../query/match.ts';
import type { ChangedPaths } from './diff.ts';

/** What `$` and `$[name]` refer to in the document that is updated. */
export interface Positions {
  /** The position of the element that matched the filter. */
  readonly matched: number | undefined;
  readonly filters: ArrayFilters;
}

export type ArrayFilters = ReadonlyMap<string, (element: Value) => boolean>;

const isPositional = (part: string) => part.startsWith('$');

/** Compiles the array filters by name. All conditions of a filter must be about the same name. */
export function compileArrayFilters(filters: Document[], paths: string[][]): ArrayFilters {
  const compiled = new Map<string, (element: Value) => boolean>();
  for (const filter of filters) {
    const names = new Set(identifiers(filter));
    const [name] = names;
    if (name === undefined)
      throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
    if (names.size > 1) {
      throw failedToParse(
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${[...names].join("' and '")}'`,
      );
    }
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
      throw badValue(
        `The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
      );
    }
    if (compiled.has(name))
      throw failedToParse(`Found multiple array filters with the same top-level field name ${name}`);
    const matches = compileMatch(filter);
    compiled.set(name, (element) => matches({ [name]: element }));
  }
  requireSameNames(compiled, paths);
  return compiled;
}

function identifiers(filter: Document): string[] {
  return Object.entries(filter).flatMap(([key, value]) => {
    if (!key.startsWith('$')) return [key.split('.')[0] as string];
    return Array.isArray(value) ? value.filter(isDocument).flatMap(identifiers) : [];
  });
}

function requireSameNames(filters: ArrayFilters, paths: string[][]): void {
  const used = new Set<string>();
  for (const path of paths) {
    for (const part of path) {
      const name = /^\$\[(.+)\]$/.exec(part)?.[1];
      if (name === undefined) continue;
      if (!filters.has(name))
        throw badValue(`No array filter found for identifier '${name}' in path '${path.join('.')}'`);
      used.add(name);
    }
  }
  for (const name of filters.keys()) {
    if (!used.has(name)) throw failedToParse(`The array filter for identifier '${name}' was not used in the update`);
  }
}

/** Replaces `$`, `$[]` and `$[name]` by the positions in this document, which gives any number of paths. */
export function expandPath(doc: Document, path: string[], positions: Positions, changed: ChangedPaths): string[][] {
  if (!path.some(isPositional)) return [path];
  let expanded: { parts: string[]; value: Value | undefined }[] = [{ parts: [], value: doc }];
  for (const part of path) {
    expanded = expanded.flatMap(({ parts, value }) => {
      const found = partsFor(part, value, parts, positions);
      if (part.startsWith('$[')) changed.addFound(parts, found);
      return found.map((resolved) => ({ parts: [...parts, resolved], value: childOf(value, resolved) }));
    });
  }
  return expanded.map(({ parts }) => parts);
}

function partsFor(part: string, value: Value | undefined, before: string[], { matched, filters }: Positions): string[] {
  if (!isPositional(part)) return [part];
  if (part === '$') {
    if (matched !== undefined) return [String(matched)];
    throw badValue('The positional operator did not find the match needed from the query.');
  }
  if (value === undefined) {
    throw badValue(`The path '${before.join('.')}' must exist in the document in order to apply array updates.`);
  }
  if (!Array.isArray(value)) {
    throw badValue(`Cannot apply array updates to non-array element ${before.at(-1)}: ${describeValue(value)}`);
  }
  const passes = part === '$[]' ? () => true : filters.get(part.slice(2, -1));
  return value.flatMap((element, i) => (passes?.(element) ? [String(i)] : []));
}
