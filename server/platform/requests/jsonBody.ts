import express, { type Request, type RequestHandler, type Response } from 'express';
import { limits } from '../../../common/constants.ts';

// Compressed bodies are refused: users' writes are counted by body length, and a compressed body could expand far beyond it.
const parser = express.json({ limit: limits.jsonBodyBytes, strict: true, inflate: false });

type BodyRead = { ok: true } | { ok: false; error: unknown };

/** Reads the JSON body. Call it after the session and origin checks, so that only trusted requests are parsed. */
export function runJsonParser(req: Request): Promise<BodyRead> {
  return new Promise((resolve) => {
    (parser as RequestHandler)(req, req.res as Response, (error?: unknown) => {
      resolve(error === undefined ? { ok: true } : { ok: false, error });
    });
  });
}
