import { toast } from '../../../components/toast/toast.ts';

export const NOT_ENDED = 'Couldn’t end the link. Try again.';

/** Says that the end of a link has been saved. */
export async function reportEnd(ending: Promise<void>): Promise<void> {
  await ending;
  toast({ title: 'Link ended', description: 'It can no longer be used to join.' });
}
