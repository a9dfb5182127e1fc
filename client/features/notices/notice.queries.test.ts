import { beforeEach, expect, test } from '@jest/globals';
import type { NoticeSettings, Notices } from '../../../common/schemas/notice.ts';
import { queryClient } from '../../lib/query.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { idOf } from '../../testing/samples.ts';
import {
  changeNoticeSettings,
  chooseLevel,
  levelQuery,
  markRead,
  noticeSettingsQuery,
  noticesQuery,
} from './notice.queries.ts';

const settings: NoticeSettings = { topics: ['votes'], quietHours: null, hideTitles: false, timeZone: null };
const shown = () => queryClient.getQueryData(noticeSettingsQuery.queryKey);
let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  queryClient.setQueryData(noticeSettingsQuery.queryKey, settings);
});

test('a setting shows at once, and then as the server has stored it', async () => {
  const answer = deferred<StubAnswer>();
  api.on('PATCH /api/user/notifications', () => answer.promise);

  const changed = changeNoticeSettings({ hideTitles: true });
  expect(shown()).toEqual({ ...settings, hideTitles: true });
  answer.resolve({ body: { ...settings, hideTitles: true, timeZone: 'Europe/Berlin' } });
  await changed;

  expect(shown()).toEqual({ ...settings, hideTitles: true, timeZone: 'Europe/Berlin' });
});

test('a setting that could not be stored goes back', async () => {
  api.on('PATCH /api/user/notifications', failure(503, 'unavailable'));

  await expect(changeNoticeSettings({ hideTitles: true })).rejects.toThrow('503');

  expect(shown()).toEqual(settings);
});

test.each<[string, StubAnswer[], Partial<NoticeSettings>]>([
  ['neither could be stored', [failure(503, 'unavailable'), failure(429, 'rate_limited')], {}],
  ['the second could not', [{ body: { ...settings, topics: [] } }, failure(503, 'unavailable')], { topics: [] }],
  [
    'both were',
    [{ body: { ...settings, topics: [] } }, { body: { ...settings, hideTitles: true } }],
    { hideTitles: true },
  ],
])(
  'two settings that are changed at once show until both are answered, and then as stored if %s',
  async (_, given, now) => {
    const answers = given.map(() => deferred<StubAnswer>());
    let asked = 0;
    api.on('PATCH /api/user/notifications', () => answers[asked++]?.promise ?? failure(500, 'internal'));
    const writes = [changeNoticeSettings({ topics: [] }), changeNoticeSettings({ hideTitles: true })];
    const settled = writes.map((write) => write.catch(() => undefined));

    answers[0]?.resolve(given[0] as StubAnswer);
    await settled[0];
    expect(shown()).toEqual({ ...settings, topics: [], hideTitles: true });
    answers[1]?.resolve(given[1] as StubAnswer);
    await settled[1];

    expect(shown()).toEqual({ ...settings, ...now });
  },
);

test('nothing is new after all is marked as read', async () => {
  const notices: Notices = { notices: [], unread: 2 };
  queryClient.setQueryData(noticesQuery.queryKey, notices);
  api.on('PUT /api/notices', { status: 204 });

  await markRead(idOf(7));

  expect(queryClient.getQueryData(noticesQuery.queryKey)).toEqual({ ...notices, unread: 0 });
});

test('the level of a list is the one that the server has stored', async () => {
  api.on(`PUT /api/folders/${idOf(100)}/notifications`, { body: { level: 'mine' } });

  await chooseLevel(idOf(100), 'mine', 'folder');

  expect(queryClient.getQueryData(levelQuery(idOf(100), 'folder').queryKey)).toEqual({ level: 'mine' });
});
