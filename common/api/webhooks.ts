import { z } from 'zod';
import { limits } from '../constants.ts';
import { listWebhookEndpoints, webhookEndpoints } from '../endpoints.ts';
import type { FamilyKey } from '../families.ts';
import { idSchema } from '../schemas/primitives.ts';
import {
  createListWebhookBody,
  createWebhookBody,
  newWebhookSchema,
  updateWebhookBody,
  webhookDeliverySchema,
  webhookSchema,
  webhookSecretSchema,
} from '../schemas/webhook.ts';
import { call, done, guarded, idParams, ofOne, seen } from './call.ts';

const fresh = ['fresh_sign_in_required'] as const;

function listWebhookCalls(family: FamilyKey) {
  const endpoints = listWebhookEndpoints[family];
  return {
    list: call(endpoints.list, { ...ofOne, answer: z.array(webhookSchema).max(limits.webhooksPerPerson) }),
    /** Needs a fresh sign-in. */
    create: call(endpoints.create, {
      params: idParams,
      body: createListWebhookBody,
      answer: newWebhookSchema,
      status: 201,
      errors: [...guarded, ...fresh, 'limit_reached'],
    }),
  };
}

export type ListWebhookCalls = ReturnType<typeof listWebhookCalls>;

/** The user's webhooks of one list. No access token opens these calls. */
export const listWebhookApi = {
  folder: listWebhookCalls('folder'),
  category: listWebhookCalls('category'),
} as const;

/** The user's webhooks. No access token opens these calls. */
export const webhookApi = {
  list: call(webhookEndpoints.list, { answer: z.array(webhookSchema) }),
  /** Needs a fresh sign-in. */
  create: call(webhookEndpoints.create, {
    body: createWebhookBody,
    answer: newWebhookSchema,
    status: 201,
    errors: [...fresh, 'limit_reached'],
  }),
  update: call(webhookEndpoints.update, {
    params: idParams,
    body: updateWebhookBody,
    answer: webhookSchema,
    errors: seen,
  }),
  remove: call(webhookEndpoints.remove, { ...done, params: idParams, errors: seen }),
  /** Needs a fresh sign-in. */
  rotate: call(webhookEndpoints.rotate, {
    params: idParams,
    answer: webhookSecretSchema,
    errors: [...fresh, ...seen],
  }),
  /** The last 50, the newest first. */
  deliveries: call(webhookEndpoints.deliveries, {
    params: idParams,
    answer: z.array(webhookDeliverySchema).max(limits.webhookDeliveries),
    errors: seen,
  }),
  resend: call(webhookEndpoints.resend, {
    params: z.object({ id: idSchema, deliveryId: idSchema }),
    answer: webhookDeliverySchema,
    errors: [...seen, 'conflict'],
  }),
  test: call(webhookEndpoints.test, {
    params: idParams,
    answer: webhookDeliverySchema,
    status: 201,
    errors: [...seen, 'conflict'],
  }),
} as const;
