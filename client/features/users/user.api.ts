import type { Block } from '../../../common/schemas/account/privacy.ts';
import type { Contact, DirectoryUser, User } from '../../../common/schemas/user.ts';
import { userApi } from '../../lib/http/api.ts';
import { call, callAllPages } from '../../lib/http/http.ts';

export function fetchPeople(): Promise<DirectoryUser[]> {
  return callAllPages(userApi.list);
}

export function searchPeople(q: string, signal?: AbortSignal): Promise<Contact[]> {
  return call(userApi.search, { query: { q }, signal });
}

export function fetchUser(id: string): Promise<User> {
  return call(userApi.get, { params: { id } });
}

export function sendPin(id: string): Promise<{ isPinned: boolean }> {
  return call(userApi.pin, { params: { id } });
}

export function fetchBlocks(): Promise<Block[]> {
  return call(userApi.blocks);
}

export function sendBlock(id: string): Promise<void> {
  return call(userApi.block, { params: { id } });
}

export function sendUnblock(id: string): Promise<void> {
  return call(userApi.unblock, { params: { id } });
}
