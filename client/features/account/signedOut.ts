import { toast } from '../../components/toast/toast.ts';

const REDIRECT_MS = 500;

let isLeaving = false;

/** Whether the sign-in page is about to open. It leads back to the screen from which it is opened. */
export const isGoingToLogin = (): boolean => isLeaving;

/** For a visitor on a members-only screen: shows a toast and opens the sign-in page half a second later. */
export function sendToLogin(goTo: (url: string) => void = (url) => window.location.assign(url)): void {
  // Several calls may be refused at the same time; show one toast and redirect once.
  if (isLeaving) return;
  isLeaving = true;
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  });
  setTimeout(() => {
    isLeaving = false;
    goTo('/api/login');
  }, REDIRECT_MS);
}
