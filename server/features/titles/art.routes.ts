import { type Request, type Response, Router } from 'express';
import { invalid, notFound } from '../../platform/errors.ts';
import { holdsAlready } from '../../platform/freshness.ts';
import { type ArtKind, artSizes, createArtist } from './art.ts';
import type { TitleSource } from './title.source.ts';

/** '603' or '603-1b2a44': what follows the id is a colour for clients, and no matter here. */
function idOf(req: Request): number {
  const id = /^(\d{1,9})(?:-[0-9a-f]{6})?$/.exec(String(req.params.id))?.[1];
  if (!id) throw notFound();
  return Number(id);
}

function widthOf(req: Request, usual: number): number {
  const { size } = req.query;
  if (size === undefined) return usual;
  const width = artSizes.find((known) => size === `w${known}`);
  if (!width) {
    throw invalid([{ path: 'size', message: `Sizes are ${artSizes.map((known) => `w${known}`).join(', ')}` }]);
  }
  return width;
}

/** The drawn artwork. Open to visitors: the landing and sign-in pages show it. */
export function artRouter(source: TitleSource): Router {
  const router = Router();
  const artist = createArtist(source);

  async function answer(req: Request, res: Response, kind: ArtKind, usual: number): Promise<void> {
    const id = idOf(req);
    const width = widthOf(req, usual);
    const etag = artist.etagOf(kind, id, width);
    if (holdsAlready(req, etag)) {
      res.set({ ETag: etag, 'Cache-Control': forEver }).status(304).end();
      return;
    }
    const bytes = await artist.draw(kind, id, width);
    if (!bytes) throw notFound();
    res.set({ ETag: etag, 'Cache-Control': forEver, 'Content-Type': 'image/webp' }).send(bytes);
  }

  router.get('/api/art/poster/movie/:id', (req, res) => answer(req, res, 'poster/movie', 500));
  router.get('/api/art/poster/tv/:id', (req, res) => answer(req, res, 'poster/tv', 500));
  router.get('/api/art/backdrop/movie/:id', (req, res) => answer(req, res, 'backdrop/movie', 1280));
  router.get('/api/art/backdrop/tv/:id', (req, res) => answer(req, res, 'backdrop/tv', 1280));
  router.get('/api/art/person/:id', (req, res) => answer(req, res, 'person', 500));
  return router;
}

const forEver = 'public, max-age=31536000, immutable';
