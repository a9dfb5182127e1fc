import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { accountExportSchema } from '../../common/schemas/export/export.ts';
import { createAsyncApi } from './asyncapi.ts';
import { docsPage, type ShownDocument } from './docs/docs.page.ts';
import { createOpenApi } from './openapi.ts';

/** The description of the API and of the exported file: documents for programs, and a page for people. */
export function documentRouter(build: string): Router {
  const router = Router();
  const openApi = once(() => createOpenApi(build));
  const page = once(() => docsPage(openApi() as unknown as ShownDocument));
  router.get('/api/openapi.json', sendJson(openApi));
  router.get('/api/asyncapi.json', sendJson(once(() => createAsyncApi(build))));
  router.get('/api/export.schema.json', sendJson(once(() => z.toJSONSchema(accountExportSchema))));
  router.get('/api/docs', (_req, res) => {
    res.type('html').send(page());
  });
  return router;
}

const sendJson =
  (document: () => unknown): RequestHandler =>
  (_req, res) => {
    res.json(document());
  };

/** Makes the value at the first request and keeps it. */
function once<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
