import { toast } from '../../components/toast.ts';

const REDIRECT_MS = 500;

let isLeaving = false;

/** A visitor where only members go: says so, and half a second later the sign-in page opens. */
export function sendToLogin(goTo: (url: string) => void = (url) => window.location.assign(url)): void {
  // Several calls may be refused at once; one toast and one redirect answer them all.
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
