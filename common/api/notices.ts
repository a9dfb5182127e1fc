import { channelEndpoints, listNoticeEndpoints, noticeEndpoints } from '../endpoints.ts';
import type { FamilyKey } from '../families.ts';
import {
  channelBody,
  channelSchema,
  channelsSchema,
  listNoticesBody,
  listNoticesSchema,
  noticeSettingsBody,
  noticeSettingsSchema,
  noticesSchema,
  readNoticesBody,
  testedChannelSchema,
} from '../schemas/notice.ts';
import { call, done, idParams, seen } from './call.ts';

/** The calls on the caller's own notices. */
export const noticeApi = {
  list: call(noticeEndpoints.list, { scope: 'read', answer: noticesSchema }),
  markRead: call(noticeEndpoints.markRead, { scope: 'write', ...done, body: readNoticesBody }),
  settings: call(noticeEndpoints.settings, { answer: noticeSettingsSchema }),
  setSettings: call(noticeEndpoints.setSettings, { body: noticeSettingsBody, answer: noticeSettingsSchema }),
} as const;

/** The calls on the notices of one list. Both families have the same calls. */
function listNoticeCalls(family: FamilyKey) {
  const endpoints = listNoticeEndpoints[family];
  const ofList = { params: idParams, answer: listNoticesSchema, errors: seen } as const;
  return {
    level: call(endpoints.level, { scope: 'list:read', ...ofList }),
    setLevel: call(endpoints.setLevel, { scope: 'list:write', ...ofList, body: listNoticesBody }),
  };
}

export type ListNoticeCalls = ReturnType<typeof listNoticeCalls>;

export const listNoticeApi: Record<FamilyKey, ListNoticeCalls> = {
  folder: listNoticeCalls('folder'),
  category: listNoticeCalls('category'),
};

/** The calls on where the caller's notices are sent to. */
export const channelApi = {
  list: call(channelEndpoints.list, { answer: channelsSchema }),
  create: call(channelEndpoints.create, {
    body: channelBody,
    answer: channelSchema,
    status: 201,
    errors: ['conflict', 'forbidden', 'limit_reached'],
  }),
  remove: call(channelEndpoints.remove, { ...done, params: idParams, errors: seen }),
  test: call(channelEndpoints.test, { params: idParams, answer: testedChannelSchema, errors: seen }),
} as const;
