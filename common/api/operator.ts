import { z } from 'zod';
import { operatorEndpoints } from '../endpoints.ts';
import {
  instanceSettingsBody,
  instanceSettingsSchema,
  keyBody,
  keySavedSchema,
  keyServiceSchema,
} from '../schemas/instance.ts';
import {
  createInstanceLinkBody,
  instanceLinkSchema,
  listLinkSchema,
  listLinksQuery,
} from '../schemas/invitationLink.ts';
import {
  accountSchema,
  accountsQuery,
  backupScheduleBody,
  backupScheduleSchema,
  backupSchema,
  healthSchema,
  storageSchema,
  temporaryPasswordSchema,
} from '../schemas/operator/operator.ts';
import { reportSchema, reportsQuery, waitingReportsSchema } from '../schemas/operator/report.ts';
import { call, done, guarded, idParams, ofOne } from './call.ts';

const forOperators = ['forbidden'] as const;

const keyParams = z.object({ service: keyServiceSchema });

/** A change of another person's account. It needs a fresh sign-in, as all changes that name fresh_sign_in_required do. */
const change = { ...done, params: idParams, errors: [...guarded, 'fresh_sign_in_required', 'conflict'] } as const;

/** The errors of a change of the instance. */
const ofChanges = [...forOperators, 'fresh_sign_in_required', 'conflict'] as const;

export const operatorApi = {
  accounts: call(operatorEndpoints.accounts, {
    query: accountsQuery,
    answer: z.array(accountSchema),
    pagedBy: 'after',
    errors: forOperators,
  }),
  disable: call(operatorEndpoints.disable, change),
  enable: call(operatorEndpoints.enable, change),
  makeOperator: call(operatorEndpoints.makeOperator, change),
  removeOperator: call(operatorEndpoints.removeOperator, change),
  allowRequests: call(operatorEndpoints.allowRequests, change),
  endRequests: call(operatorEndpoints.endRequests, change),
  resetPassword: call(operatorEndpoints.resetPassword, {
    params: idParams,
    answer: temporaryPasswordSchema,
    errors: [...guarded, 'fresh_sign_in_required'],
  }),
  deleteAccount: call(operatorEndpoints.deleteAccount, change),
  settings: call(operatorEndpoints.settings, { answer: instanceSettingsSchema, errors: forOperators }),
  setSettings: call(operatorEndpoints.setSettings, {
    body: instanceSettingsBody,
    answer: instanceSettingsSchema,
    errors: ofChanges,
  }),
  setKey: call(operatorEndpoints.setKey, {
    params: keyParams,
    body: keyBody,
    answer: keySavedSchema,
    errors: ofChanges,
  }),
  removeKey: call(operatorEndpoints.removeKey, { ...done, params: keyParams, errors: ofChanges }),
  links: call(operatorEndpoints.links, { answer: z.array(instanceLinkSchema), errors: forOperators }),
  createLink: call(operatorEndpoints.createLink, {
    body: createInstanceLinkBody,
    answer: instanceLinkSchema,
    status: 201,
    errors: [...guarded, 'fresh_sign_in_required', 'limit_reached', 'reserved_name'],
  }),
  revokeLink: call(operatorEndpoints.revokeLink, { ...ofOne, ...done }),
  listLinks: call(operatorEndpoints.listLinks, {
    query: listLinksQuery,
    answer: z.array(listLinkSchema),
    pagedBy: 'after',
    errors: forOperators,
  }),
  endListLink: call(operatorEndpoints.endListLink, {
    ...done,
    params: idParams,
    errors: [...guarded, 'fresh_sign_in_required'],
  }),
  storage: call(operatorEndpoints.storage, { answer: storageSchema, errors: forOperators }),
  backUp: call(operatorEndpoints.backUp, { answer: backupSchema, status: 201, errors: ofChanges }),
  setBackups: call(operatorEndpoints.setBackups, {
    body: backupScheduleBody,
    answer: backupScheduleSchema,
    errors: ofChanges,
  }),
  health: call(operatorEndpoints.health, { answer: healthSchema, errors: forOperators }),
  checkData: call(operatorEndpoints.checkData, { ...done, errors: ofChanges }),
  reports: call(operatorEndpoints.reports, {
    query: reportsQuery,
    answer: z.array(reportSchema),
    pagedBy: 'after',
    errors: forOperators,
  }),
  waitingReports: call(operatorEndpoints.waitingReports, { answer: waitingReportsSchema, errors: forOperators }),
  resolveReport: call(operatorEndpoints.resolveReport, { ...ofOne, ...done }),
} as const;
