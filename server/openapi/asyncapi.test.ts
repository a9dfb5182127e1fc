import specs from '@asyncapi/specs';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import request from 'supertest';
import { clientEvents, serverEvents } from '../../common/schemas/events.ts';
import { createFolder, signUp } from '../testing/people.ts';
import { setUpServer } from '../testing/server.ts';
import { openTab } from '../testing/tabs.ts';
import { createAsyncApi } from './asyncapi.ts';

interface Operation {
  action: 'send' | 'receive';
  summary: string;
}

const document = createAsyncApi('test') as {
  channels: { tab: { messages: Record<string, { name: string }> } };
  operations: Record<string, Operation>;
  components: { schemas: Record<string, object> };
};
const { messages } = document.channels.tab;
const namesOf = (action: Operation['action']) =>
  Object.entries(document.operations)
    .filter(([, operation]) => operation.action === action)
    .map(([key]) => messages[key]?.name)
    .sort();

describe('the AsyncAPI document', () => {
  test('is AsyncAPI 3 by its own schema', () => {
    const ajv = new Ajv({ strict: false, unicodeRegExp: false, logger: false });
    ajvFormats.default(ajv);
    const validate = ajv.compile(specs.schemasWithoutId['3.0.0']);

    validate(document);
    expect(validate.errors ?? []).toEqual([]);
  });

  test('has every event of both directions', () => {
    expect(namesOf('send')).toEqual([...Object.keys(serverEvents), 'session:ended'].sort());
    expect(namesOf('receive')).toEqual(Object.keys(clientEvents).sort());
  });

  test('refers to nothing that it lacks', () => {
    const text = JSON.stringify(document);
    const referred = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, place = '']) => place.split('/'));
    const found = (place: string[]) =>
      place.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], document);

    expect(referred.filter((place) => found(place) === undefined)).toEqual([]);
    expect(referred.length).toBeGreaterThan(50);
  });
});

describe('the server', () => {
  const server = setUpServer();

  test('serves the document without a session', async () => {
    const answer = await request(server.url).get('/api/asyncapi.json');

    expect(answer.status).toBe(200);
    expect(answer.body.operations).toEqual(document.operations);
  });

  test('acknowledges sync as the document says', async () => {
    const ajv = new Ajv2020({ strict: false });
    ajvFormats.default(ajv);
    ajv.addSchema({ $id: 'document', ...document });
    const ana = await signUp(server);
    await createFolder(ana);
    const tab = await openTab(server, ana);

    const answer = await tab.socket.timeout(5000).emitWithAck('sync', { folders: {}, userRev: 0 });
    tab.close();
    const validate = ajv.getSchema('document#/components/schemas/SyncAnswer');

    expect(answer).toMatchObject({ folders: expect.any(Array) });
    expect([validate?.(answer), validate?.errors]).toEqual([true, null]);
  });
});
