import type { InstanceSettingsBody } from '../../../common/schemas/instance.ts';
import { toast, toastError } from '../../components/toast/toast.ts';
import { changeSettings } from './operator.queries.ts';

/** Saves settings and says so. */
export async function saveSettings(body: InstanceSettingsBody, done: string): Promise<void> {
  try {
    await changeSettings(body);
    toast({ title: done });
  } catch (error) {
    toastError(error, 'Couldn’t save this. Try again.');
  }
}
