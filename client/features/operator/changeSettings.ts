import type { InstanceSettingsBody } from '../../../common/schemas/instance/instance.ts';
import { toast, toastError } from '../../components/feedback/toast.ts';
import { useOperator } from './operator.store.ts';

/** Saves settings and says so. */
export async function changeSettings(body: InstanceSettingsBody, done: string): Promise<void> {
  try {
    await useOperator.getState().changeSettings(body);
    toast({ title: done });
  } catch (error) {
    toastError(error, 'Failed to save');
  }
}
