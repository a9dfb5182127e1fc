import express, { type Request, type RequestHandler, type Response } from 'express';
import { limits } from '../../common/constants.ts';

const parser = express.json({ limit: limits.jsonBodyBytes, strict: true });

type BodyRead = { ok: true } | { ok: false; error: unknown };

/** Reads the JSON body now: after the session and the origin were checked, so that nobody else makes us parse. */
export function runJsonParser(req: Request): Promise<BodyRead> {
  return new Promise((resolve) => {
    (parser as RequestHandler)(req, req.res as Response, (error?: unknown) => {
      resolve(error === undefined ? { ok: true } : { ok: false, error });
    });
  });
}
