import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Types } from 'mongoose';
import { allFlags } from '../../../../common/permissions.ts';
import { titleFactsSchema } from '../../../../common/schemas/item.ts';
import { addItem, createFolder, type Person, shareWith, signUp, titleFacts } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { handOverFolder } from '../departure.service.ts';
import { addImportedItems } from '../items/importedItems.service.ts';
import { type FolderDoc, FolderModel, ShareModel } from '../model/folder.model.ts';
import { ItemModel } from '../model/item.model.ts';

const server = setUpServer();

type NumberOf<T> = { [K in keyof T]-?: NonNullable<T[K]> extends number ? K : never }[keyof T];
type StoredNumber = Exclude<NumberOf<FolderDoc>, `${string}Rev` | 'rev'>;

/** What each stored number of a list counts. One that is not here does not compile. */
const counted: Record<StoredNumber, (folderId: FolderDoc['_id']) => Promise<number>> = {
  itemCount: (folderId) => ItemModel.countDocuments({ folderId }),
  memberCount: (folderId) => ShareModel.countDocuments({ folderId }),
};

/** A write of the owner. Some are refused, depending on those before. */
type Write = (owner: Person, folderId: string, ben: Person) => Promise<unknown>;

const items = async (owner: Person, folderId: string) => (await owner.get(`/api/folders/${folderId}/items`)).body;
const writes: Record<string, Write> = {
  add: (owner, folderId) => addItem(owner, folderId),
  addAgain: (owner, folderId) =>
    owner.post('/api/watchlist', { folderId, tmdbId: 603, mediaType: 'movie', title: 'A' }),
  async remove(owner, folderId) {
    const [first] = await items(owner, folderId);
    return first && owner.delete(`/api/watchlist/${first.id}`);
  },
  async removeAll(owner, folderId) {
    const itemIds = (await items(owner, folderId)).map(({ id }: { id: string }) => id);
    return owner.post(`/api/folders/${folderId}/items/remove`, { itemIds });
  },
  async watch(owner, folderId) {
    const [first] = await items(owner, folderId);
    return first && owner.patch(`/api/watchlist/${first.id}/watched`, { watched: !first.watched });
  },
  importTitles(owner, folderId) {
    const titles = [1, 2, 3].map((tmdbId) => ({
      facts: titleFactsSchema.parse(titleFacts({ tmdbId })),
      watched: false,
      note: null,
      addedAt: null,
    }));
    const importId = new Types.ObjectId();
    return addImportedItems({ userId: owner.user.id }, { folderId, importId, titles }, async () => undefined);
  },
  share: (owner, folderId, ben) => shareWith(owner, folderId, ben, allFlags),
  leave: (_owner, folderId, ben) => ben.delete(`/api/folders/${folderId}/leave`),
  async undo(owner, folderId) {
    const { body } = await owner.get(`/api/folders/${folderId}`);
    return owner.post(`/api/folders/${folderId}/changes/${body.rev}/undo`);
  },
};

test('what a list stores as a number is what it has, after any writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(writes)), { maxLength: 12 }), async (names) => {
      const [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
      const { id } = await createFolder(ana);
      for (const name of [...names, 'handOver']) {
        if (name === 'handOver') await handOverFolder({ userId: ana.user.id }, id, ben.user.id);
        else await Promise.resolve(writes[name]?.(ana, id, ben)).catch(() => undefined);

        const folder = await FolderModel.findById(id).orFail().lean();
        for (const [field, count] of Object.entries(counted)) {
          expect({ name, [field]: folder[field as StoredNumber] }).toEqual({ name, [field]: await count(folder._id) });
        }
      }
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
