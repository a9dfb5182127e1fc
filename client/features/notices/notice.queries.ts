import type { FamilyKey } from '../../../common/families.ts';
import type {
  Channel,
  ChannelBody,
  ListNoticeLevel,
  NoticeSettings,
  NoticeSettingsBody,
} from '../../../common/schemas/notice.ts';
import { timeZone } from '../../lib/dates.ts';
import { channelApi, listNoticeApi, noticeApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';
import { createPartWrites, queryClient, queryOf, refresh } from '../../lib/query.ts';

/** The viewer's notices. Events keep them up to date, so they are asked for once. */
export const noticesQuery = { ...queryOf(noticeApi.list), staleTime: Number.POSITIVE_INFINITY };

export const refreshNotices = () => void refresh(noticeApi.list);

/** Marks a notice and all older ones as read, in every tab. */
export async function markRead(upTo: string): Promise<void> {
  await call(noticeApi.markRead, { body: { upTo } });
  queryClient.setQueryData(noticesQuery.queryKey, (known) => known && { ...known, unread: 0 });
}

export const noticeSettingsQuery = queryOf(noticeApi.settings);

const writePart = createPartWrites<NoticeSettings>(noticeSettingsQuery);

export const changeNoticeSettings = (changes: NoticeSettingsBody): Promise<void> =>
  // Quiet hours are those of the viewer's day.
  writePart(changes, () => call(noticeApi.setSettings, { body: { ...changes, timeZone: timeZone() } }));

export const channelsQuery = queryOf(channelApi.list);

export async function addChannel(body: ChannelBody): Promise<Channel> {
  const channel = await call(channelApi.create, { body });
  await call(noticeApi.setSettings, { body: { timeZone: timeZone() } });
  await refresh(channelApi.list);
  return channel;
}

export async function removeChannel(id: string): Promise<void> {
  await call(channelApi.remove, { params: { id } });
  await refresh(channelApi.list);
}

/** Resolves with why the message could not be sent, or null. */
export async function testChannel(id: string): Promise<string | null> {
  const { problem } = await call(channelApi.test, { params: { id } });
  await refresh(channelApi.list);
  return problem;
}

export const levelQuery = (id: string, family: FamilyKey) => queryOf(listNoticeApi[family].level, { params: { id } });

export async function chooseLevel(id: string, level: ListNoticeLevel, family: FamilyKey): Promise<void> {
  const chosen = await call(listNoticeApi[family].setLevel, { params: { id }, body: { level } });
  queryClient.setQueryData(levelQuery(id, family).queryKey, chosen);
}
