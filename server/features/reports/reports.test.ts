import { beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../common/constants.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { writeComment } from '../../testing/comments.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { setOperator } from '../users/operator.service.ts';
import { UserModel } from '../users/user.model.ts';
import { ReportModel } from './report.model.ts';
import { deleteReportsOf, exportReports, listReports, resolveReport } from './report.service.ts';

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

test('reports of the same by two people are two, and one person has one for each thing', async () => {
  await report(person());
  await report(person(), await signUp(server));
  await report({ kind: 'list', id: list.id });

  expect((await reported()).map(({ kind }) => kind)).toEqual(['list', 'user', 'user']);
});

test('a person without a name is reported by their username, else by their email address', async () => {
  await UserModel.updateOne({ _id: ben.user.id }, { $set: { firstName: null, lastName: null, username: 'benny' } });
  await report(person());
  expect(await reported()).toMatchObject([{ subjectName: 'benny' }]);

  await UserModel.updateOne({ _id: ben.user.id }, { $set: { username: null } });
  await report(person());
  expect(await reported()).toMatchObject([{ subjectName: ben.user.email }]);
});

test('a comment is reported with its text, which the record of a resolved report does not keep', async () => {
  await shareWith(ben, list.id, ana);
  const item = await addItem(ben, list.id);
  const { id } = await writeComment(ben, list.id, item.id, { text: 'Buy watches!' });

  expect((await report({ kind: 'comment', id })).status).toBe(204);

  const [latest] = await reported();
  expect(latest).toMatchObject({ kind: 'comment', subjectName: 'Buy watches!', person: { id: ben.user.id } });
  expect(await resolveReport(latest?.id ?? '')).toBe('A comment');
  expect((await report({ kind: 'comment', id }, await signUp(server))).status).toBe(404);
});

test('an export has the reports by the person, and the names of lists but not of people', async () => {
  await report({ ...person(), reason: 'abuse', comment: 'Rude.' });
  await report({ kind: 'list', id: list.id });
  await report({ kind: 'user', id: ana.user.id }, ben);
  const onList = (await reported()).find(({ kind }) => kind === 'list');
  await resolveReport(onList?.id ?? '');

  expect(await exportReports(ana.user.id)).toMatchObject([
    { kind: 'user', person: { firstName: 'Ben' }, list: null, reason: 'abuse', comment: 'Rude.', resolvedAt: null },
    { kind: 'list', list: { id: list.id, name: 'Cheap watches' }, resolvedAt: expect.any(String) },
  ]);
});

test('the end of an account ends the reports by the person and about them, and the tabs of operators hear of it', async () => {
  const [operator, cleo] = await Promise.all([signUp(server), signUp(server)]);
  await inTransaction(() => setOperator(operator.user.id, true));
  await report(person());
  await report({ kind: 'user', id: ana.user.id }, cleo);
  await report({ kind: 'user', id: ben.user.id }, cleo);
  const tab = await openTab(server, operator);

  await deleteReportsOf(ana.user.id);

  await tab.next('reports:changed');
  tab.close();
  expect(await reported()).toMatchObject([{ person: { id: ben.user.id }, reporter: { id: cleo.user.id } }]);
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
    expect(await reported()).toEqual([]);
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
