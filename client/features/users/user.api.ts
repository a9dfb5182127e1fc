import { userApi } from '../../../common/api.ts';
import type { Contact, DirectoryUser, User } from '../../../common/user.ts';
import { call } from '../../lib/http.ts';

export function fetchPeople(): Promise<DirectoryUser[]> {
  return call(userApi.list);
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
