import { toast } from '../../../components/feedback/toast.ts';

/** Copies the address of a list. Where the browser does not allow it, which is so without https, shows the address. */
export async function copyLink(path: string): Promise<void> {
  const url = `${window.location.origin}${path}`;
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Link copied', description: 'Everyone who is signed in here can open it.' });
  } catch {
    toast({ title: 'Copy this link', description: url });
  }
}
