import { beforeEach, describe, expect, test } from '@jest/globals';
import { createFolder, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';

const server = setUpServer();
let ana: Person;
beforeEach(async () => {
  ana = await signUp(server);
});

describe('first and last name', () => {
  test('are set, and delivered to the own tabs and to people with a common list', async () => {
    const ben = await signUp(server, 'Ben');
    const folder = await createFolder(ana);
    await shareWith(ana, folder.id, ben);
    const [own, shared] = await Promise.all([openTab(server, ana), openTab(server, ben)]);

    const answer = await ana.put('/api/user/name', { firstName: '  Ana\u200b María ', lastName: 'Brito' });

    const names = { firstName: 'Ana María', lastName: 'Brito' };
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...ana.user, ...names });
    expect((await own.next('user:updated')).user).toMatchObject({ id: ana.user.id, ...names });
    expect((await shared.next('user:updated')).user).toMatchObject({ id: ana.user.id, ...names });
    expect((await ben.get(`/api/users/${ana.user.id}`)).body).toMatchObject(names);
    own.close();
    shared.close();
  });

  test('are removed by null and by texts without a visible character', async () => {
    await ana.put('/api/user/name', { firstName: 'Ana', lastName: 'Brito' });

    const { body } = await ana.put('/api/user/name', { firstName: ' \u200b', lastName: null });

    expect(body).toMatchObject({ firstName: null, lastName: null });
  });

  test.each([{ firstName: 'a'.repeat(81), lastName: null }, { firstName: 'Ana' }, { firstName: 7, lastName: null }])(
    '%p is refused',
    async (names) => {
      expect((await ana.put('/api/user/name', names)).status).toBe(400);
    },
  );
});
