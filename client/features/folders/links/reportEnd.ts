import { toast, toastError } from '../../../components/toast/toast.ts';

/** Says whether the end of a link has been saved. */
export async function reportEnd(ending: Promise<void>): Promise<void> {
  try {
    await ending;
    toast({ title: 'Link ended', description: 'Nobody can join with it any more.' });
  } catch (error) {
    toastError(error, 'Couldn’t end the link. Try again.');
  }
}
