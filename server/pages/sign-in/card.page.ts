import { escapeHtml } from '../page.ts';
import { displayFont, signInStyle } from './sign-in.style.ts';

interface CardPage {
  title: string;
  /** What the operator calls this instance. Without it, the product's name. */
  name?: string;
  heading: string;
  lead: string;
  /** HTML, escaped. */
  card: string;
  /** Paths of drawn posters for the wall behind the card. */
  posters: readonly string[];
  /** Paths of scripts in the client's build. The page works without them. */
  scripts?: readonly string[];
}

/** A page with one card in front of a wall of posters. It works without JavaScript. */
export function cardPage(page: CardPage): string {
  const { title, name = 'Marquee', heading, lead, card, posters, scripts = [] } = page;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title} · ${escapeHtml(name)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="preload" href="${displayFont}" as="font" type="font/woff2" crossorigin>
<style>${signInStyle}</style>
</head>
<body>
<div class="wall" aria-hidden="true">${posters.map((path) => `<img src="${escapeHtml(path)}" alt="">`).join('')}</div>
<main>
<a class="brand" href="/">${escapeHtml(name)}</a>
<h1>${heading}</h1>
<p class="lead">${lead}</p>
<div class="card">
${card}
</div>
</main>${scripts.map((script) => `\n<script type="module" src="${script}"></script>`).join('')}
</body>
</html>`;
}

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
