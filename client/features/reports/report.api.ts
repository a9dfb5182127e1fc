import type { ReportBody } from '../../../common/schemas/operator/report.ts';
import { reportApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';

export function sendReport(body: ReportBody): Promise<void> {
  return call(reportApi.send, { body });
}
