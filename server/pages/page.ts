import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { Response } from 'express';
import type { CookieConfig } from '../platform/http/cookies.ts';
import { originOf } from '../platform/http/origin.ts';
import { mayHaveSession } from '../platform/session/session.ts';

/** The single page of the client, which routes by path. */
export interface HtmlPage {
  /** Hashes of its inline scripts and styles for the Content-Security-Policy. */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
  /** The additional files of a screen, as listed by the build. */
  filesOf(screen: string): Hint[];
  /**
   * Sends the page, which browsers must revalidate. With hints it is private. For a request without a session it gets a
   * marker, so that the app need not request the current user, and is not stored. It also gets the card of its link.
   */
  send(res: Response, options?: { hints?: readonly Hint[]; card?: LinkPreview }): void;
  /** Sends the page that the service worker keeps, for every screen and with no mark of who asked. */
  sendShell(res: Response): void;
  /** Sends the page with a preview, private and not stored. For a request without a session it is as in send. */
  sendPreview(res: Response, preview: Preview, hints?: readonly Hint[]): void;
}

/** A resource that the page needs and that the browser can fetch early. */
export interface Hint {
  as: 'fetch' | 'script' | 'style';
  href: string;
}

/** What programs such as messengers show in place of a link. They have no session. */
export interface LinkPreview {
  title: string;
  description: string;
  /** The path of a picture of 1200 × 630. */
  picturePath: string;
}

/** The card of every address that has none of its own. Lists and people are for signed-in users. */
const generalCard: LinkPreview = {
  title: 'What are we watching tonight?',
  description: 'Film and TV watchlists that you keep together, live.',
  picturePath: '/picture.jpg',
};

export interface Preview {
  style: string;
  /** HTML, escaped. */
  body: string;
  /** A name that the page's root has as an attribute, for the page's own scripts and styles. */
  mark?: `data-${string}`;
}

const inlineScript = /<script>(.*?)<\/script>/gs;
const inlineStyle = /<style>(.*?)<\/style>/gs;

/** The hash of an inline script or style for a Content-Security-Policy. */
export const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

const hashesOf = (html: string, inline: RegExp) => [...html.matchAll(inline)].map(([, code = '']) => hashOf(code));

/** Uses the same request mode as the app, because otherwise the browser fetches it twice. */
function linkTo({ as, href }: Hint): string {
  const rel = as === 'script' ? 'modulepreload' : `preload; as=${as}`;
  return `<${encodeURI(href)}>; rel=${rel}; crossorigin`;
}

function setHints(res: Response, hints: readonly Hint[]): void {
  if (hints.length > 0) res.set('Link', hints.map(linkTo).join(', '));
}

const screenTable = /<script type="application\/json" id="screens">(.*?)<\/script>/s;

const ROOT = '<div id="root">';
const STYLE_NONCE = '__STYLE_NONCE__';
const CARD = '<!-- link card -->';

export function createPage(clientDir: string, config: CookieConfig): HtmlPage {
  const html = readFileSync(path.join(clientDir, 'index.html'), 'utf8');
  const visitorHtml = html.replace('<html', '<html data-visitor');
  const screens: Record<string, { files: string[] }> = JSON.parse(screenTable.exec(html)?.[1] ?? '{}');
  /** The page. For a request without a session it has the card of its link. */
  const htmlFor = (res: Response, card: LinkPreview) =>
    mayHaveSession(res.req, config) ? html : visitorHtml.replace(CARD, () => tagsOf(card, originOf(res.req, config)));
  return {
    scriptHashes: hashesOf(html, inlineScript),
    styleHashes: hashesOf(html, inlineStyle),
    filesOf: (screen) =>
      (screens[screen]?.files ?? []).map((file) => ({
        as: file.endsWith('.css') ? 'style' : 'script',
        href: `/${file}`,
      })),
    send(res, { hints = [], card = generalCard } = {}) {
      res.type('html');
      if (!mayHaveSession(res.req, config)) {
        // A stored copy could be shown after the next sign-in.
        res.set('Cache-Control', 'private, no-store');
      } else {
        setHints(res, hints);
        res.set('Cache-Control', hints.length > 0 ? 'private, no-cache' : 'no-cache');
      }
      sendWithNonce(res, htmlFor(res, card));
    },
    sendShell(res) {
      res.type('html').set('Cache-Control', 'no-cache');
      sendWithNonce(res, html);
    },
    sendPreview(res, { style, body, mark }, hints = []) {
      setHints(res, hints);
      res.type('html').set('Cache-Control', 'private, no-store');
      const withStyle = htmlFor(res, generalCard).replace('</head>', () => `<style>${style}</style></head>`);
      const marked = mark ? withStyle.replace('<html', `<html ${mark}`) : withStyle;
      sendWithNonce(
        res,
        marked.replace(ROOT, () => body + ROOT),
      );
    },
  };
}

/** Writes the response's nonce into the page. The app reads it there and sets it on the styles that it creates. */
function sendWithNonce(res: Response, html: string): void {
  res.send(html.replace(STYLE_NONCE, () => styleNonceOf(res)));
}

/** A card as meta tags. Their addresses must have an origin. */
export function tagsOf({ title, description, picturePath }: LinkPreview, origin: string): string {
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Marquee',
    'og:title': title,
    'og:description': description,
    'og:image': `${origin}${picturePath}`,
    'og:image:width': '1200',
    'og:image:height': '630',
  };
  const tags = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
  );
  return `${tags.join('')}<meta name="twitter:card" content="summary_large_image">`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const nonces = new WeakMap<ServerResponse, string>();

/** The nonce for styles in this response's Content-Security-Policy. */
export function styleNonceOf(res: ServerResponse): string {
  const known = nonces.get(res);
  if (known) return known;
  const nonce = randomBytes(16).toString('base64');
  nonces.set(res, nonce);
  return nonce;
}
