import { cardPage } from './card.page.ts';

/** Asks for confirmation before signing out, with a form that works without JavaScript. */
export function signOutPage(posters: readonly string[]): string {
  return cardPage({
    title: 'Log out',
    heading: 'Log out?',
    lead: 'You can sign in again at any time.',
    posters,
    card: `<form method="post" action="/api/logout">
<button class="button" type="submit">Log out</button>
</form>
<a class="button second" href="/">Stay signed in</a>`,
  });
}
