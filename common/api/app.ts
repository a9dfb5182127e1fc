import { appEndpoints } from '../endpoints.ts';
import { configSchema } from '../schemas/operator/config.ts';
import { call } from './call.ts';

export const appApi = {
  config: call(appEndpoints.config, { scope: 'list:read', answer: configSchema, isPublic: true }),
} as const;
