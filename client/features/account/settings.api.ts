import type { PasswordBody, PersonNames } from '../../../common/schemas/forms.ts';
import type { User } from '../../../common/schemas/user.ts';
import { settingsApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';

export function sendNames(body: PersonNames): Promise<User> {
  return call(settingsApi.setNames, { body });
}

export function sendUsername(username: string): Promise<User> {
  return call(settingsApi.setUsername, { body: { username } });
}

export async function isUsernameFree(username: string): Promise<boolean> {
  return (await call(settingsApi.isUsernameAvailable, { params: { username } })).available;
}

export function sendPicture(picture: File): Promise<User> {
  const form = new FormData();
  form.append('profileImage', picture);
  return call(settingsApi.uploadPicture, { form });
}

export function sendPictureRemoval(): Promise<User> {
  return call(settingsApi.removePicture);
}

export function sendPassword(body: PasswordBody): Promise<void> {
  return call(settingsApi.setPassword, { body });
}
