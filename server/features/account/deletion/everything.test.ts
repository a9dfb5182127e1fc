import { beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { SecurityEventModel } from '../../../platform/securityLog/securityEvent.model.ts';
import { fillAccount } from '../../../testing/fullAccount.ts';
import { confirm, PASSWORD, type Person, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { countCleanups, startCleanup } from '../../folders/cleanup.ts';

const server = setUpServer();
let operator: Person;
let eve: Person;

/** Models of which no document ever names a person with an account. */
const aboutNobody: Record<string, string> = {
  CachedAnswer: 'answers of the movie database',
  Cleanup: 'ids of deleted lists',
  Follower: 'how far nodes have come in the log',
  GuestSession: 'people without an account',
  Instance: 'settings of the operator',
  KnownTitle: 'titles and people of the movie database',
  Lease: 'periodic work of nodes',
  Node: 'running nodes',
  UsedState: 'random numbers',
  WebhookDelivery: 'messages, by the id of their webhook',
};

/** Where a deleted account is still named by its id. docs/privacy.md says so too. */
const keptId: Record<string, string> = {
  Challenge: 'is deleted ten minutes after it was made',
  Change: 'the logs of lists of others, by a former member',
  FormerMember: 'who was in lists of others, for 90 days, so that tabs that were away forget the name',
  Item: 'who added or marked titles in lists of others, as a former member',
  Play: 'with whom others watched a title, as a person without a name',
  Poll: 'who took part in votes of lists of others, as a person without a name',
  SecurityEvent: 'what an operator did to the accounts of others, and that an operator has deleted an account',
};

beforeAll(async () => {
  // The first account is the operator's, and stays.
  operator = await confirm(server, await signUp(server, 'Operator'));
  const ben = await signUp(server, 'Ben');
  eve = await signUp(server, 'Evelina', 'Untold');
  await eve.put('/api/user/username', { username: 'secret_eve' }).expect(200);
  await operator.put(`/api/admin/accounts/${eve.user.id}/operator`).expect(204);
  eve = await confirm(server, eve);
  await fillAccount(server, eve, ben);
  const { user: spammer } = await signUp(server, 'Sam');
  await eve.post(`/api/admin/accounts/${spammer.id}/disable`).expect(204);
});

test('every model names the person, or never names one', async () => {
  expect(await modelsThatName(eve.user.id)).toEqual(
    mongoose
      .modelNames()
      .filter((name) => !(name in aboutNobody))
      .sort(),
  );
});

test('every field that names a person names this one', async () => {
  expect(await fieldsWithout(eve.user.id)).toEqual([]);
});

test('no collection names the person when the account is deleted, except by the id for a reason', async () => {
  await eve.delete('/api/user', { currentPassword: PASSWORD, lists: [] }).expect(204);
  await finishCleanup();

  expect(await modelsThatName(eve.user.id)).toEqual(Object.keys(keptId).sort());
  for (const text of ['Evelina', 'Untold', 'secret_eve', eve.user.email]) {
    expect([text, await collectionsThatName(text)]).toEqual([text, []]);
  }
});

test('an operator who deletes an account keeps a record with its id alone', async () => {
  const { user } = await signUp(server, 'Mallory', 'Unknown');

  await operator.delete(`/api/admin/accounts/${user.id}`).expect(204);
  await finishCleanup();

  expect(await modelsThatName(user.id)).toEqual(['SecurityEvent']);
  for (const text of ['Mallory', 'Unknown', user.email]) {
    expect([text, await collectionsThatName(text)]).toEqual([text, []]);
  }
});

test('an operator who deletes their own account there keeps no record', async () => {
  const { user } = await signUp(server, 'Mallory', 'Unknown');
  await operator.put(`/api/admin/accounts/${user.id}/operator`).expect(204);
  const { user: own } = operator;

  await operator.delete(`/api/admin/accounts/${own.id}`).expect(204);
  await finishCleanup();

  const records = await SecurityEventModel.countDocuments({ userId: own.id });
  expect(records).toBe(0);
});

/** The fields for people of all models that have this id in no document. */
async function fieldsWithout(id: string): Promise<string[]> {
  const missing: string[] = [];
  for (const name of mongoose.modelNames()) {
    const { schema, collection } = mongoose.model(name);
    const fields = pathsOf(schema).filter((path) => /(?:[uU]ser|blocker|blocked|target)Ids?$/.test(path));
    for (const field of fields) {
      if (!(await collection.findOne({ [field]: { $in: [id, new mongoose.Types.ObjectId(id)] } })))
        missing.push(`${name}.${field}`);
    }
  }
  return missing.sort();
}

type Paths = Pick<mongoose.Schema, 'paths'>;

function pathsOf(schema: Paths, within = ''): string[] {
  return Object.entries(schema.paths).flatMap(([path, type]) => [
    `${within}${path}`,
    ...(type.schema ? pathsOf(type.schema as Paths, `${within}${path}.`) : []),
  ]);
}

async function modelsThatName(text: string): Promise<string[]> {
  const collections = new Set(await collectionsThatName(text));
  const models = mongoose.modelNames().filter((name) => collections.delete(mongoose.model(name).collection.name));
  // What is left has no model.
  return [...models, ...collections].sort();
}

/** Ids, texts and keys of all documents are searched. */
async function collectionsThatName(text: string): Promise<string[]> {
  const names: string[] = [];
  for (const { name } of (await mongoose.connection.db?.listCollections().toArray()) ?? []) {
    const documents = await mongoose.connection.collection(name).find().toArray();
    if (JSON.stringify(documents).includes(text)) names.push(name);
  }
  return names;
}

/** Lets the background work of deletions end, as a node does within minutes. */
async function finishCleanup(): Promise<void> {
  const cleanup = startCleanup({ lookMs: 5, retryMs: 5 });
  while ((await countCleanups()) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await cleanup.stop();
}
