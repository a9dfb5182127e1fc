import { toast } from '../../../components/toast/toast.ts';

/** Copies the address of a screen and says who can open it. Without https, browsers refuse to copy: then it shows the address. */
export async function copyLink(path: string, who = 'Everyone who may see this list can open it.'): Promise<void> {
  const url = `${window.location.origin}${path}`;
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Link copied', description: who });
  } catch {
    toast({ title: 'Copy this link', description: url });
  }
}
