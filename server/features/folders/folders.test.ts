import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createFolder, signUp } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('folders', () => {
  test('a new folder is first in the list', async () => {
    const ana = await signUp(server);
    const folder = await createFolder(ana, 'Weekend');
    const answer = await ana.get('/api/folders');
    expect(answer.status).toBe(200);
    expect(answer.body[0]).toEqual(folder);
    expect(answer.body[1]).toMatchObject({ name: 'Reviewed', isReviewed: true });
  });
});
