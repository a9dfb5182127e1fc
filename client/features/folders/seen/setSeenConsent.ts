import type { FamilyKey } from '../../../../common/families.ts';
import { toast, toastError } from '../../../components/toast/toast.ts';
import { setConsent } from './seen.store.ts';

/** Stores the viewer's answer, and says what it means. */
export async function setSeenConsent(folderId: string, shows: boolean, family: FamilyKey): Promise<void> {
  try {
    await setConsent(folderId, shows, family);
    toast({ title: shows ? 'The people of this list see what you have seen' : 'Only you see what you have seen' });
  } catch (error) {
    toastError(error, 'Couldn’t save your answer. Try again.');
  }
}
