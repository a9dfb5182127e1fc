import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { createFolder, type Person, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';

const server = setUpServer();
let operator: Person;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  operator = await signUp(server, 'Olga');
});
beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
});

const recorded = async (person: Person) =>
  (
    await mongoose.connection
      .collection('securityevents')
      .find({ userId: new mongoose.Types.ObjectId(person.user.id) })
      .toArray()
  ).map(({ type, actorId }) => [type, String(actorId) === operator.user.id]);

describe('reports', () => {
  const reports = async (query = '') => (await operator.get(`/api/admin/reports${query}`)).body;

  test('are listed in pages, the latest first, and are resolved once, which is recorded', async () => {
    await ana.post('/api/reports', { kind: 'user', id: ben.user.id, reason: 'abuse', comment: 'Rude.' });
    const list = await createFolder(ben, 'Cheap watches');
    await ana.post('/api/reports', { kind: 'list', id: list.id, reason: 'spam' });
    const first = await operator.get('/api/admin/reports?limit=1');
    const [latest] = first.body;

    expect(latest).toMatchObject({ kind: 'list', subjectName: 'Cheap watches', reporter: { id: ana.user.id } });
    expect(latest.person).not.toHaveProperty('email');
    expect(first.headers.link).toContain('rel="next"');
    expect(await reports(`?after=${latest.id}`)).toMatchObject([{ person: { id: ben.user.id }, comment: 'Rude.' }]);

    const answers = [];
    for (let n = 0; n < 2; n += 1) answers.push(await operator.post(`/api/admin/reports/${latest.id}/resolve`));

    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await reports()).toMatchObject([{ resolvedAt: expect.any(String) }, { resolvedAt: null }]);
    expect((await recorded(operator)).filter(([type]) => type === 'report-resolved')).toHaveLength(1);
    expect(await recorded(ben)).not.toContainEqual(['report-resolved', true]);
  });

  test('that wait are counted, a finding, and told to the tabs of operators alone', async () => {
    const [olgas, anas] = [await openTab(server, operator), await openTab(server, ana)];
    const count = async () => (await operator.get('/api/admin/reports/waiting')).body.count;
    const before = await count();

    await ana.post('/api/reports', { kind: 'user', id: ben.user.id, reason: 'abuse' });

    await olgas.next('reports:changed');
    expect(await count()).toBe(before + 1);
    expect((await operator.get('/api/admin/health')).body.findings).toContainEqual(
      expect.objectContaining({ id: 'reports_waiting', action: 'open_reports' }),
    );
    const [latest] = await reports();
    await operator.post(`/api/admin/reports/${latest.id}/resolve`);
    await olgas.next('reports:changed');
    expect(await count()).toBe(before);
    await createFolder(ana);
    await anas.next('folder:available');
    expect(anas.heard.map(({ event }) => event)).not.toContain('reports:changed');
    olgas.close();
    anas.close();
  });

  test('that do not exist are not found', async () => {
    expect((await operator.post(`/api/admin/reports/${new mongoose.Types.ObjectId()}/resolve`)).status).toBe(404);
  });
});
