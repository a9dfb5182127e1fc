import { reportEndpoints } from '../endpoints.ts';
import { reportBody } from '../schemas/operator/report.ts';
import { noContentSchema } from '../schemas/primitives.ts';
import { call } from './call.ts';

export const reportApi = {
  send: call(reportEndpoints.send, {
    body: reportBody,
    answer: noContentSchema,
    status: 204,
    errors: ['not_found', 'conflict', 'limit_reached'],
  }),
} as const;
