import type { Types } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { ImportTarget } from '../../../common/schemas/import.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { isProblem } from '../../platform/http/errors.ts';
import type { Actor } from '../../platform/requests/operations.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { isReservedName } from '../folders/access/reservedName.ts';
import { createFolder } from '../folders/folder.service.ts';
import { findAllKeys, findOwnLists, type OwnList } from '../folders/items/importedItems.service.ts';
import type { ImportDoc } from './import.model.ts';

/** A list to which titles go. */
export interface Place {
  /** Null: it has to be made. */
  folderId: string | null;
  name: string;
  /** Why nothing can be added. */
  refusal: string | null;
  /** The keys of the titles that it has, with those that are planned. */
  keys: Set<string>;
  room: number;
}

export const UNNAMED_LIST = 'Imported list';
const NO_RIGHT = 'You can no longer add titles to this list.';
const TOO_MANY_LISTS = `You have ${limits.listsPerPerson} lists, the most that one person can have.`;

/** Where the titles of an import go, as the person has chosen. */
export class Places {
  readonly #userId: string;
  readonly #one: ImportDoc;
  readonly #own: OwnList[];
  readonly #known = new Map<string, Promise<Place>>();
  /** By id: one list can be chosen by its id and named by a file. */
  readonly #existing = new Map<string, Promise<Place>>();
  #listCount: number;

  static async load(one: ImportDoc): Promise<Places> {
    const userId = one.userId.toHexString();
    return new Places(one, await findOwnLists(userId));
  }

  constructor(one: ImportDoc, own: OwnList[]) {
    this.#one = one;
    this.#userId = one.userId.toHexString();
    this.#own = own.filter(({ kind }) => kind !== 'reviewed');
    this.#listCount = this.#own.length;
  }

  /** For titles that the person wants to see, and those that they have seen. Null: nowhere. */
  ofTitles(mediaType: MediaType): Promise<Place> | null {
    return this.#of(mediaType === 'movie' ? this.#one.choices.films : this.#one.choices.shows, 0);
  }

  ofList(listKey: string): Promise<Place> | null {
    const chosen = this.#one.choices.lists.find((list) => list.listKey === listKey);
    if (chosen) return this.#of(chosen.target, 0);
    // Several lists can have one name: the second one is the person's second list of that name.
    const index = this.#one.lists.findIndex((list) => list.listKey === listKey);
    const name = this.#one.lists[index]?.name ?? UNNAMED_LIST;
    const before = this.#one.lists.slice(0, Math.max(0, index)).filter((list) => isSameName(list.name, name));
    return this.#of({ name }, before.length);
  }

  #of(target: ImportTarget, nth: number): Promise<Place> | null {
    if (!target) return null;
    const key = 'folderId' in target ? target.folderId : `${target.name.toLowerCase()} ${nth}`;
    const known =
      this.#known.get(key) ?? ('folderId' in target ? this.#load(target.folderId) : this.#find(target.name, nth));
    this.#known.set(key, known);
    return known;
  }

  async #load(folderId: string): Promise<Place> {
    try {
      const { folder } = await loadFolderFor(this.#userId, folderId, 'item:add');
      if (folder.kind !== 'reviewed') return await this.#placeOf(folder);
    } catch (error) {
      if (!isProblem(error, 'not_found') && !isProblem(error, 'forbidden')) throw error;
    }
    return { folderId, name: '', refusal: NO_RIGHT, keys: new Set(), room: 0 };
  }

  async #find(wanted: string, nth: number): Promise<Place> {
    const name = isReservedName(wanted) ? `${wanted} elsewhere` : wanted;
    const found = this.#own.filter((list) => isSameName(list.name, name))[nth];
    if (found) return this.#placeOf(found);
    this.#listCount += 1;
    const refusal = this.#listCount > limits.listsPerPerson ? TOO_MANY_LISTS : null;
    return { folderId: null, name, refusal, keys: new Set(), room: limits.itemsPerList };
  }

  #placeOf(list: OwnList): Promise<Place> {
    const id = list._id.toHexString();
    const place = this.#existing.get(id) ?? toPlace(list);
    this.#existing.set(id, place);
    return place;
  }
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

async function toPlace({ _id, name, itemCount }: OwnList): Promise<Place> {
  const folderId = _id.toHexString();
  return { folderId, name, refusal: null, keys: await findAllKeys(folderId), room: limits.itemsPerList - itemCount };
}

/**
 * Makes the list, if it has to be made. `store` runs in the same transaction. Returns the list's id, or null if the person has
 * too many lists.
 */
export async function makePlace(
  actor: Actor,
  place: Place,
  store: (listId: Types.ObjectId) => Promise<void>,
): Promise<string | null> {
  if (place.refusal) return null;
  if (place.folderId) return place.folderId;
  try {
    place.folderId = (await createFolder(actor, place.name, store)).id;
    return place.folderId;
  } catch (error) {
    if (!isProblem(error, 'limit_reached')) throw error;
    place.refusal = TOO_MANY_LISTS;
    return null;
  }
}
