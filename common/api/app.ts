import { appEndpoints } from '../endpoints.ts';
import { configSchema } from '../schemas/instance/config.ts';
import { call } from './call.ts';

export const appApi = {
  config: call(appEndpoints.config, { answer: configSchema, isPublic: true }),
} as const;
