import { Router } from 'express';
import { importApi } from '../../../common/api/imports.ts';
import { serve } from '../../platform/requests/request.ts';
import type { TitleSource } from '../titles/title.source.ts';
import {
  addRows,
  createImport,
  listImports,
  loadImport,
  readImport,
  removeImport,
  setChoices,
} from './import.service.ts';

/** The calls on the user's own imports. */
export function importRouter(source: TitleSource): Router {
  const router = Router();
  const access = ({ params }: { params: { id: string } }, userId: string) => loadImport(userId, params.id);
  serve(router, importApi.create, ({ body }, actor) => createImport(source, actor, body));
  serve(router, importApi.list, (_input, { userId }) => listImports(source, userId));
  serve(router, importApi.get, ({ params, query }, { userId }) => readImport(source, userId, params.id, query), {
    access,
  });
  serve(
    router,
    importApi.addRows,
    ({ params, body }, actor) => addRows(source, actor, { importId: params.id, ...body }),
    { access },
  );
  serve(router, importApi.choose, ({ params, body }, actor) => setChoices(source, actor, params.id, body), { access });
  serve(router, importApi.remove, ({ params }, actor) => removeImport(actor, params.id));
  return router;
}
