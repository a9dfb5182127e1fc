import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { PROTOCOL, PROTOCOL_HEADER } from '../common/protocol.ts';
import { placeSchema, serverEvents, syncAnswerSchema, syncRequestSchema } from '../common/schemas/events.ts';
import { FolderModel, ShareModel } from './features/folders/model/folder.model.ts';
import { ItemModel } from './features/folders/model/item.model.ts';
import { OutboxModel } from './platform/database/outbox.ts';
import { type Person, signUp } from './testing/people.ts';
import { setUpServer } from './testing/server.ts';
import { openTab } from './testing/tabs.ts';

/**
 * The schemas of each protocol number. When this test fails, a schema of the live protocol or of the stored log has
 * changed: raise PROTOCOL in common/protocol.ts and add a line. While no release has the newest number, its line gets the
 * new hash instead. A released line never changes.
 */
const hashes: Record<number, string> = {
  2: '24d9d668edbd2b96',
  3: '37f2270afc6bfcbb',
  4: 'b1f3e0bc87ccb983',
  6: '38f0b6502c8ef6b3',
  7: 'd9ecf4ec8be659be',
  8: 'f0a17ceb250171c7',
  9: 'c01e95760800ee54',
};

/** Without names, descriptions and examples, which are not part of the protocol. */
const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', metadata: z.registry() });

function hashOfSchemas(): string {
  const messages = { ...serverEvents, sync: syncRequestSchema, 'sync:answer': syncAnswerSchema, place: placeSchema };
  const schemas = Object.entries(messages).map(([name, schema]) => [name, shapeOf(schema)]);
  const stored = [OutboxModel, FolderModel, ItemModel, ShareModel].map(({ schema }) =>
    Object.fromEntries(Object.entries(schema.paths).map(([path, { instance }]) => [path, instance])),
  );
  return createHash('sha256')
    .update(JSON.stringify([schemas, stored], sortKeys))
    .digest('hex')
    .slice(0, 16);
}

/** Sorts fields, and names in `required`, for JSON.stringify: their order is not part of a schema. */
function sortKeys(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return key === 'required' ? value.toSorted() : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

test('the protocol number belongs to these schemas of events and of the stored log', () => {
  const whatToDo = `If ${PROTOCOL} is released, raise PROTOCOL in common/protocol.ts. Then set its hash here to the received one.`;

  expect({ whatToDo, hash: hashOfSchemas() }).toEqual({ whatToDo, hash: hashes[PROTOCOL] });
  expect(PROTOCOL).toBe(Math.max(...Object.keys(hashes).map(Number)));
});

describe('a server', () => {
  const server = setUpServer();
  let ana: Person;
  beforeAll(async () => {
    ana = await signUp(server);
  });

  test('accepts a tab with its own protocol', async () => {
    const tab = await openTab(server, ana, { handshake: { protocol: PROTOCOL } });

    expect((await tab.sync()).gone).toEqual([]);
    tab.close();
  });

  test('accepts a program that names no protocol (P23)', async () => {
    const tab = await openTab(server, ana, { handshake: {} });

    expect((await tab.sync()).gone).toEqual([]);
    tab.close();
  });

  test.each([
    ['an older', PROTOCOL - 1],
    ['a newer', PROTOCOL + 1],
    ['an unreadable', 'x' as unknown as number],
  ])('refuses a tab with %s protocol and names its own (P23)', async (_which, protocol) => {
    const refused = openTab(server, ana, { handshake: { protocol } });

    await expect(refused).rejects.toMatchObject({ data: { code: 'protocol_mismatch', protocol: PROTOCOL } });
  });

  test.each(['/api/folders', '/api/config', '/api/nothing'])(
    'names its protocol in the answer of %s (P23)',
    async (path) => {
      const { headers } = await ana.get(path);

      expect(headers[PROTOCOL_HEADER.toLowerCase()]).toBe(String(PROTOCOL));
    },
  );
});
