import { posterWall } from '../../../common/posterWall.ts';
import type { Preview } from '../page.ts';
import { landingStyle } from './landing.style.ts';

const SIGN =
  '<svg viewBox="0 0 32 32" width="34" height="34" aria-hidden="true"><path fill="#ffb84d" d="M2 9.5A3.5 3.5 0 0 1 5.5 6h21A3.5 3.5 0 0 1 30 9.5v9.8L27.6 27 16 22.6 4.4 27 2 19.3z"/><path fill="none" stroke="#1a1204" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round" d="M8.5 19.5v-9l7.5 6.3 7.5-6.3v9"/></svg>';

// Texts and addresses are those of the app's screen, so that visitors can read and use them before it has loaded.
const WORDS =
  '<div class="words"><h1>What are we watching tonight?</h1><p class="lead">Keep lists of everything you want to watch. Share a list with friends, and whatever one of you adds appears on everyone’s screen instantly.</p><div class="buttons"><a href="/api/login?form=register">Get Started</a><a href="/api/login">Sign In Now</a></div></div>';

/** The preview of the landing screen: its hero. It is the same for everyone. */
export const landingPreview: Preview = {
  style: landingStyle,
  body: `<div id="preview"><header class="logo">${SIGN}Marquee</header><main class="hero">${drawWall()}${WORDS}</main></div>`,
};

/** Half of the app's wall, which moves and is twice as high. It is turned around the same point. */
function drawWall(): string {
  const columns = posterWall.map((column) => `<div class="column">${column.map(posterOf).join('')}</div>`);
  return `<div class="wall" aria-hidden="true"><div class="plane">${columns.join('')}</div></div>`;
}

function posterOf(title: string): string {
  const urlAt = (size: string) => `/api/art/poster/${title}?size=${size}`;
  return `<picture><source media="(max-width: 47.99em)" srcset="${urlAt('w185')}"><img alt="" src="${urlAt('w342')}" fetchpriority="low" loading="lazy"></picture>`;
}
