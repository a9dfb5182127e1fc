import { type Request, type Response, Router } from 'express';
import { addressOf } from '../../platform/http/address.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { isCurrentVersion } from '../../platform/http/freshness.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { type Artist, type ArtKind, artSizes } from './art.ts';

/** '603' or '603-1b2a44': the colour after the id is for clients and ignored here. */
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

/** The drawn artwork. It needs no session, because the landing and sign-in pages show it. */
export function artRouter(artist: Artist, limits: Pick<Limits, 'drawingPerAddress'>): Router {
  const router = Router();

  async function answer(req: Request, res: Response, kind: ArtKind, usual: number): Promise<void> {
    const id = idOf(req);
    const width = widthOf(req, usual);
    const etag = artist.etagOf(kind, id, width);
    if (isCurrentVersion(req, etag)) {
      res.set({ ETag: etag, 'Cache-Control': IMMUTABLE }).status(304).end();
      return;
    }
    const admit = (cost: number) => limits.drawingPerAddress.take(addressOf(req), cost);
    const bytes = await artist.draw(kind, id, width, admit);
    if (!bytes) throw notFound();
    res.set({ ETag: etag, 'Cache-Control': IMMUTABLE, 'Content-Type': 'image/webp' }).send(bytes);
  }

  router.get('/api/art/poster/movie/:id', (req, res) => answer(req, res, 'poster/movie', 500));
  router.get('/api/art/poster/tv/:id', (req, res) => answer(req, res, 'poster/tv', 500));
  router.get('/api/art/backdrop/movie/:id', (req, res) => answer(req, res, 'backdrop/movie', 1280));
  router.get('/api/art/backdrop/tv/:id', (req, res) => answer(req, res, 'backdrop/tv', 1280));
  router.get('/api/art/person/:id', (req, res) => answer(req, res, 'person', 500));
  return router;
}

const IMMUTABLE = 'public, max-age=31536000, immutable';
