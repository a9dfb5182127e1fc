import { beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../common/constants.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { createFolder, type Person, shareWith, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { ReportModel } from './report.model.ts';
import { listReports, resolveReport } from './report.service.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let list: Folder;

beforeEach(async () => {
  await ReportModel.deleteMany({});
  [ana, ben] = await Promise.all([signUp(server, 'Ana', 'Alba'), signUp(server, 'Ben')]);
  list = await createFolder(ben, 'Cheap watches');
});

const report = (body: object, by = ana) => by.post('/api/reports', { reason: 'spam', ...body });
const person = () => ({ kind: 'user', id: ben.user.id });
const firstPage = { limit: limits.reportsPage };
const reported = async () => (await listReports(firstPage)).page;

test('a person and a list reach the operator, with who is responsible and the name at that time', async () => {
  expect((await report({ ...person(), reason: 'abuse', comment: ' Rude. ' })).status).toBe(204);
  expect((await report({ kind: 'list', id: list.id })).status).toBe(204);
  await ben.put(`/api/folders/${list.id}`, { name: 'Watches' });

  expect(await reported()).toMatchObject([
    { kind: 'list', subjectId: list.id, subjectName: 'Cheap watches', person: { id: ben.user.id }, comment: '' },
    { kind: 'user', subjectId: ben.user.id, subjectName: 'Ben Test', reason: 'abuse', comment: 'Rude.' },
  ]);
  expect((await reported())[0]).toMatchObject({ reporter: { id: ana.user.id }, resolvedAt: null });
});

test('a second report of the same replaces the first, until somebody has dealt with it', async () => {
  await report(person());
  await report({ ...person(), reason: 'illegal' });
  const [first] = await reported();
  expect(await reported()).toMatchObject([{ reason: 'illegal' }]);

  expect(await resolveReport(first?.id ?? '')).toBe('Ben Test');
  await report(person());

  expect((await reported()).map(({ resolvedAt }) => resolvedAt !== null)).toEqual([false, true]);
  expect(await resolveReport(first?.id ?? '')).toBeNull();
  await expect(resolveReport('f'.repeat(24))).rejects.toMatchObject({ code: 'not_found' });
});

describe('only what the person can see is reported:', () => {
  const statusOf = async (body: object, by = ana) => (await report(body, by)).status;

  test('not an unknown person, nor one who blocks them', async () => {
    expect(await statusOf({ kind: 'user', id: 'f'.repeat(24) })).toBe(404);
    expect(await statusOf({ kind: 'user', id: 'x' })).toBe(404);
    await ana.put(`/api/users/${ben.user.id}/block`);
    expect(await statusOf({ kind: 'user', id: ana.user.id }, ben)).toBe(404);
    expect(await statusOf(person())).toBe(204);
  });

  test('not a hidden list, unless they are a member of it', async () => {
    await ben.put(`/api/folders/${list.id}/visibility`, { visibility: 'nobody' });
    expect(await statusOf({ kind: 'list', id: list.id })).toBe(404);
    await shareWith(ben, list.id, ana);
    expect(await statusOf({ kind: 'list', id: list.id })).toBe(204);
  });

  test('not themselves or their own list', async () => {
    expect(await statusOf(person(), ben)).toBe(409);
    expect(await statusOf({ kind: 'list', id: list.id }, ben)).toBe(409);
  });

  test.each([
    { kind: 'title' },
    { reason: 'boring' },
    { id: 7 },
    { comment: 'x'.repeat(limits.reportComment.max + 1) },
  ])('not %j', async (change) => {
    expect(await statusOf({ ...person(), ...change })).toBe(400);
  });
});

test('a person has a limited number of reports that wait, also for parallel requests', async () => {
  const lists = await Promise.all(Array.from({ length: limits.openReportsPerPerson + 2 }, () => createFolder(ben)));

  const answers = await Promise.all(lists.map(({ id }) => report({ kind: 'list', id })));

  expect(answers.filter(({ status }) => status === 204)).toHaveLength(limits.openReportsPerPerson);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('limit_reached');
  expect((await report({ kind: 'list', id: list.id }, await signUp(server))).status).toBe(204);
});

test('reports come in pages, the latest first', async () => {
  const [first] = await Promise.all([report(person())]);
  expect(first.status).toBe(204);
  const [doc] = await ReportModel.find().lean();
  const copies = Array.from({ length: limits.reportsPage }, () => ({ ...doc, _id: undefined }));
  await ReportModel.insertMany(copies.map(({ _id, ...copy }) => copy));

  const { page, next } = await listReports(firstPage);
  const rest = await listReports({ ...firstPage, after: next });

  expect([page.length, rest.page.length, rest.next]).toEqual([limits.reportsPage, 1, undefined]);
  expect(rest.page[0]?.id).toBe(doc?._id.toHexString());
});
