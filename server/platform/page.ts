import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Response } from 'express';
import { mayHaveSession } from './session.ts';

/** The client's one page, which routes by path. */
export interface Page {
  /** The scripts written into it, as its Content-Security-Policy allows them. */
  scriptHashes: readonly string[];
  /** The files of a screen that the page itself does not load, as the build has listed them. */
  filesOf(screen: string): Hint[];
  /**
   * The page as it is for everybody, asked for anew each time; with hints, which are for whoever asks alone. For a request
   * without a session it is marked, so that the app need not ask who is signed in, and is not stored.
   */
  send(res: Response, hints?: readonly Hint[]): void;
  /** With what stands for the app until that is there, for whoever asks alone; nobody may keep a copy. */
  sendOpening(res: Response, opening: Opening): void;
}

/** Something that the page will need and that may be fetched at once. */
export interface Hint {
  as: 'fetch' | 'image' | 'script' | 'style';
  href: string;
}

export interface Opening {
  style: string;
  /** HTML, escaped. */
  body: string;
}

const inlineScript = /<script>(.*?)<\/script>/gs;

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** As the app will fetch it: a hint in another mode would fetch it twice. */
function linkTo({ as, href }: Hint): string {
  const rel = as === 'script' ? 'modulepreload' : `preload; as=${as}`;
  return `<${encodeURI(href)}>; rel=${rel}${as === 'image' ? '' : '; crossorigin'}`;
}

const screenTable = /<script type="application\/json" id="screens">(.*?)<\/script>/s;

const ROOT = '<div id="root">';

export function createPage(clientDir: string): Page {
  const html = readFileSync(path.join(clientDir, 'index.html'), 'utf8');
  const visitorHtml = html.replace('<html', '<html data-visitor');
  const [before = '', after = ''] = html.split(ROOT);
  const screens: Record<string, string[]> = JSON.parse(screenTable.exec(html)?.[1] ?? '{}');
  return {
    scriptHashes: [...html.matchAll(inlineScript)].map(([, code = '']) => hashOf(code)),
    filesOf: (screen) =>
      (screens[screen] ?? []).map((file) => ({ as: file.endsWith('.css') ? 'style' : 'script', href: `/${file}` })),
    send(res, hints = []) {
      res.type('html');
      if (!mayHaveSession(res.req)) {
        // A stored copy could outlive the next sign-in.
        res.set('Cache-Control', 'private, no-store').send(visitorHtml);
        return;
      }
      if (hints.length > 0) res.set('Link', hints.map(linkTo).join(', '));
      res.set('Cache-Control', hints.length > 0 ? 'private, no-cache' : 'no-cache').send(html);
    },
    sendOpening(res, { style, body }) {
      res.type('html').set('Cache-Control', 'private, no-store');
      res.send(`${before.replace('</head>', () => `<style>${style}</style></head>`)}${body}${ROOT}${after}`);
    },
  };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
