import type { z } from 'zod';
import {
  instanceSettingsBody,
  instanceSettingsSchema,
  keyBody,
  languageSchema,
  regionSchema,
} from '../../common/schemas/instance/instance.ts';
import {
  accountSchema,
  backupScheduleBody,
  backupScheduleSchema,
  backupSchema,
  dataCheckSchema,
  findingSchema,
  healthSchema,
  storageSchema,
} from '../../common/schemas/instance/operator.ts';
import { reportSchema } from '../../common/schemas/instance/report.ts';
import { createInstanceLinkBody, instanceLinkSchema, listLinkSchema } from '../../common/schemas/invitationLink.ts';

interface Name {
  id: string;
  description?: string;
  examples?: unknown[];
}

/** The names of the schemas of operators' calls. */
export const operatorNames: [z.ZodType, Name][] = [
  [accountSchema, { id: 'Account', description: 'An account as operators see it.' }],
  [regionSchema, { id: 'Region', description: 'An ISO 3166-1 code.', examples: ['DE'] }],
  [languageSchema, { id: 'Language', description: 'A language and a country.', examples: ['de-DE'] }],
  [instanceSettingsSchema, { id: 'InstanceSettings' }],
  [instanceLinkSchema, { id: 'InstanceLink', description: 'An invitation link of an operator.' }],
  [listLinkSchema, { id: 'ListLink', description: 'An invitation link to a list, as operators see it.' }],
  [storageSchema, { id: 'Storage' }],
  [backupScheduleSchema, { id: 'BackupSchedule' }],
  [backupSchema, { id: 'Backup' }],
  [dataCheckSchema, { id: 'DataCheck' }],
  [healthSchema, { id: 'Health' }],
  [findingSchema, { id: 'Finding', description: 'Something that the operator should put right.' }],
  [reportSchema, { id: 'Report', description: 'A report of a person or a list, as operators see it.' }],
  [createInstanceLinkBody, { id: 'CreateInstanceLinkBody', examples: [{ maxUses: 5, validDays: 14, listId: null }] }],
  [
    instanceSettingsBody,
    { id: 'InstanceSettingsBody', examples: [{ registration: 'invite', region: 'DE', language: 'de-DE' }] },
  ],
  [keyBody, { id: 'ServiceKeyBody', examples: [{ key: '0123456789abcdef0123456789abcdef' }] }],
  [backupScheduleBody, { id: 'BackupScheduleBody', examples: [{ everyDays: 1, keep: 7 }] }],
];
