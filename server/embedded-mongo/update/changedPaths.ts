import { childOf } from '../bson/paths.ts';
import { type Document, setField, type Value } from '../document.ts';
import { emptyDescription, type UpdateDescription } from './diff.ts';

/** The paths that the modifiers of one update have changed. A change stream describes the update by them, as MongoDB. */
export class ChangedPaths {
  private readonly set: string[][] = [];
  private readonly removed: string[][] = [];
  /** For each array that `$[]` or `$[name]` entered, by path: the positions of the elements that it found. */
  private readonly found = new Map<string, Set<string>>();

  addSet(path: string[]): void {
    this.set.push(path);
  }

  addRemoved(path: string[]): void {
    this.removed.push(path);
  }

  addFound(array: string[], positions: string[]): void {
    const name = array.join('.');
    this.found.set(name, new Set([...(this.found.get(name) ?? []), ...positions]));
  }

  describe(after: Document): UpdateDescription {
    const description = emptyDescription();
    const add = (path: string[]) => {
      const value = path.reduce<Value | undefined>(childOf, after);
      setField(description.updatedFields, path.join('.'), value as Value);
    };
    for (const path of this.set) add(this.widened(path) ?? path);
    for (const path of this.removed) {
      const whole = this.widened(path);
      if (whole) add(whole);
      else description.removedFields.push(path.join('.'));
    }
    return description;
  }

  /**
   * The path to describe instead of `path` where `$[]` has matched several elements: that of the element if one of them has
   * changed, and that of the array if more have. Undefined elsewhere.
   */
  private widened(path: string[]): string[] | undefined {
    for (let length = 1; length < path.length; length++) {
      const array = path.slice(0, length);
      if ((this.found.get(array.join('.'))?.size ?? 0) < 2) continue;
      const changed = [...this.set, ...this.removed].filter((other) => array.every((part, i) => other[i] === part));
      const positions = new Set(changed.map((other) => other[length]));
      return positions.size > 1 ? array : path.slice(0, length + 1);
    }
    return undefined;
  }
}
