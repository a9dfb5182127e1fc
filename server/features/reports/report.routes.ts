import { Router } from 'express';
import { reportApi } from '../../../common/api/library.ts';
import { serve } from '../../platform/requests/request.ts';
import { sendReport } from './report.service.ts';

/** People report others and their lists to the operator. */
export function reportRouter(): Router {
  const router = Router();
  serve(router, reportApi.send, ({ body }, actor) => sendReport(actor, body));
  return router;
}
