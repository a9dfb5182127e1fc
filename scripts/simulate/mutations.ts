import type { Edit } from './bundles.ts';

/** A planted bug, which the simulation has to find. */
export interface Mutation {
  name: string;
  edits: readonly Edit[];
}

const one = (name: string, file: string, find: string, replace: string): Mutation => ({
  name,
  edits: [{ file, find, replace }],
});

export const mutations: readonly Mutation[] = [
  one(
    'a tab skips a rev',
    'common/replica/replica.ts',
    'change.rev > current.rev + 1 ||',
    'change.rev > current.rev + 2 ||',
  ),
  one(
    'a tab applies an old change again',
    'common/replica/replica.ts',
    'if (change.rev <= replica.rev) return settled;',
    '',
  ),
  one(
    'the answers to operations are not stored',
    'server/platform/requests/operations.ts',
    'if (operations.length > 0) await OperationModel',
    'if (false) await OperationModel',
  ),
  one(
    'a write is confirmed before it is committed',
    'server/platform/database/database.ts',
    'return (await mongoose.connection.transaction(attempt)) as T;',
    `return new Promise((resolve, reject) => {
      const early = async () => { const done = await attempt(); resolve(done); return done; };
      mongoose.connection.transaction(early).catch(reject);
    });`,
  ),
  one('commits are not on disk', 'server/embedded-mongo/store/lmdb.ts', 'noSync: !isDurable,', 'noSync: true,'),
  one(
    'a former member still hears of the list',
    'server/features/folders/access/audience.ts',
    'if (known?.membersRev === folder.membersRev) return known;',
    'if (known) return known;',
  ),
  {
    name: 'a ballot is shown before its reveal',
    edits: [
      {
        file: 'server/features/folders/polls/poll.service.ts',
        find: 'const ballot = withinCandidates(poll, given);',
        replace: 'const ballot = withinCandidates(poll, given); globalThis.newest = ballot.marks;',
      },
      {
        file: 'server/features/folders/openPoll/pollViews.ts',
        find: 'candidateKeys: keysOf(poll),',
        replace: 'candidateKeys: keysOf(poll), marks: globalThis.newest,',
      },
    ],
  },
  one(
    'sync leaves out the lists that a tab has, at any rev',
    'server/features/folders/delivery/sync.ts',
    'return rev !== undefined && isUpToDate(folder, { rev, revId: request.revIds?.[id] });',
    'return rev !== undefined;',
  ),
  one(
    'tabs do not hear that a stream has lost its place',
    'server/platform/database/stream.ts',
    'if (isLost) onLost();',
    '',
  ),
  one(
    'a tab does not ask for the changes that it missed',
    'client/features/folders/state/folder.applying.ts',
    'if (step.isBehind) pendingChanges.catchUpSoon(folder.id);',
    '',
  ),
  {
    name: 'a failed delivery is forgotten',
    edits: [
      {
        file: 'server/platform/database/deliveryQueue.ts',
        find: 'if (queue.failures < MAX_ATTEMPTS) {',
        replace: 'if (queue.failures < 0) {',
      },
      { file: 'server/platform/database/deliveryQueue.ts', find: 'this.#handlers.onLost();', replace: '' },
    ],
  },
  {
    name: 'a tab joins its rooms after the connection is open',
    edits: [
      { file: 'server/platform/live/handshake.ts', find: 'await socket.join([', replace: 'const rooms = [' },
      {
        file: 'server/platform/live/handshake.ts',
        find: '  ]);\n  return null;',
        replace: '  ];\n  setTimeout(() => void socket.join(rooms), 2000);\n  return null;',
      },
    ],
  },
  one(
    'a removed member is not told',
    'server/features/folders/delivery/deliver.ts',
    "realtime.emitTo([userId], 'folder:gone', { folderId, reason });",
    '',
  ),
  one(
    'a write leaves the queue of a device before it is answered',
    'client/features/offline/queue.ts',
    '    await finish(entry, { write, isSaved: true, answer: await send(write) });',
    '    await takeFromQueue(entry.seq ?? 0); await finish(entry, { write, isSaved: true, answer: await send(write) });',
  ),
];
