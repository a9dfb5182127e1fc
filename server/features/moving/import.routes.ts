import { Router } from 'express';
import { Types } from 'mongoose';
import { importApi } from '../../../common/api/imports.ts';
import type { Import } from '../../../common/schemas/import.ts';
import { serve } from '../../platform/requests/request.ts';
import type { TitleSource } from '../titles/title.source.ts';
import type { ImportRunner } from './import.runner.ts';
import {
  addRows,
  beginApply,
  beginUndo,
  createImport,
  fixRow,
  isWorkDue,
  listImports,
  loadImport,
  readImport,
  removeImport,
  setChoices,
} from './import.service.ts';

/** The calls on the user's own imports. */
export function importRouter(source: TitleSource, runner: ImportRunner): Router {
  const router = Router();
  const access = ({ params }: { params: { id: string } }, userId: string) => loadImport(userId, params.id);
  const started = <T extends Pick<Import, 'id'>>(one: T): T => {
    runner.start(new Types.ObjectId(one.id));
    return one;
  };
  serve(router, importApi.create, ({ body }, actor) => createImport(source, actor, body));
  serve(router, importApi.list, (_input, { userId }) => listImports(source, userId));
  serve(
    router,
    importApi.get,
    async ({ params, query }, { userId }) => {
      const one = await loadImport(userId, params.id);
      if (await isWorkDue(source, one)) runner.start(one._id);
      return readImport(source, userId, params.id, query);
    },
    { access },
  );
  serve(
    router,
    importApi.addRows,
    async ({ params, body }, actor) => {
      const answer = await addRows(source, actor, { importId: params.id, ...body });
      runner.start(new Types.ObjectId(params.id));
      return answer;
    },
    { access },
  );
  serve(
    router,
    importApi.choose,
    async ({ params, body }, actor) => started(await setChoices(source, actor, params.id, body)),
    { access },
  );
  serve(
    router,
    importApi.fixRow,
    async ({ params, body }, actor) => {
      const row = await fixRow(source, actor, { importId: params.id, n: params.n, fix: body });
      runner.start(new Types.ObjectId(params.id));
      return row;
    },
    { access },
  );
  serve(router, importApi.apply, async ({ params }, actor) => started(await beginApply(source, actor, params.id)));
  serve(router, importApi.undo, async ({ params }, actor) => started(await beginUndo(source, actor, params.id)));
  serve(router, importApi.remove, ({ params }, actor) => removeImport(actor, params.id));
  return router;
}
