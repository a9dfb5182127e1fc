import type { operatorApi } from '../../common/api/operator.ts';
import { signUp } from './people.ts';
import type { Row, Rows } from './row.ts';
import { putLink, type Stage } from './stage.ts';

const forOperators = { needs: 'operator', passes: 200 } as const;
const account: Row = { needs: 'operator', passes: 204, params: (stage) => ({ id: stage.subject.user.id }) };

export const operatorRows: Rows<typeof operatorApi> = {
  accounts: { ...forOperators, nonsense: { query: () => ({ limit: 'x' }) } },
  disable: account,
  enable: account,
  makeOperator: account,
  removeOperator: account,
  resetPassword: { ...account, passes: 200 },
  deleteAccount: { ...account, restore: putSubject },
  settings: forOperators,
  setSettings: {
    ...forOperators,
    body: () => ({ name: 'Marquee' }),
    nonsense: { body: () => ({ name: '' }) },
  },
  // Nothing answers at the address of OMDb in these tests, so the key is stored without being checked.
  setKey: {
    ...forOperators,
    params: () => ({ service: 'omdb' }),
    body: () => ({ key: 'a-key' }),
    nonsense: { body: () => ({ key: '' }) },
  },
  removeKey: {
    needs: 'operator',
    passes: 204,
    params: () => ({ service: 'omdb' }),
  },
  links: forOperators,
  createLink: { needs: 'operator', passes: 201, nonsense: { body: () => ({ maxUses: 0 }) } },
  revokeLink: {
    needs: 'operator',
    passes: 204,
    params: (stage) => ({ id: stage.instanceLinkId }),
    restore: putInstanceLink,
  },
  listLinks: { ...forOperators, nonsense: { query: () => ({ limit: 'x' }) } },
  endListLink: { needs: 'operator', passes: 204, params: (stage) => ({ id: stage.link.id }), restore: putLink },
  storage: forOperators,
  // The tests' data is in a database of their own, which is not backed up like the embedded one.
  backUp: { needs: 'operator', passes: 409 },
  setBackups: {
    needs: 'operator',
    passes: 409,
    body: () => ({ everyDays: 1, keep: 7 }),
    nonsense: { body: () => ({ everyDays: 0, keep: 7 }) },
  },
  health: forOperators,
  // As the backup.
  checkData: { needs: 'operator', passes: 409 },
  reports: { ...forOperators, nonsense: { query: () => ({ limit: 'x' }) } },
  waitingReports: forOperators,
  resolveReport: { needs: 'operator', passes: 204, params: (stage) => ({ id: stage.reportId }) },
};

async function putSubject(stage: Stage): Promise<void> {
  stage.subject = await signUp(stage.server);
}

async function putInstanceLink(stage: Stage): Promise<void> {
  const { body } = (await stage.people.operator?.post('/api/admin/invitation-links', {})) ?? {};
  stage.instanceLinkId = body.id;
}
