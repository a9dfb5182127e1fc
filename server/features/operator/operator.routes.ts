import { type Request, Router } from 'express';
import type { Call } from '../../../common/api/call.ts';
import { operatorApi } from '../../../common/api/operator.ts';
import type { SecurityEventType } from '../../../common/schemas/operator/securityEvent.ts';
import type { Config } from '../../config/config.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { type Context, type Input, serve } from '../../platform/requests/request.ts';
import { recordSecurityEvent } from '../../platform/securityLog/securityLog.ts';
import { requireFreshSignIn } from '../../platform/session/session.ts';
import { changeRole, disableAccount, enableAccount } from '../account/accountChanges.service.ts';
import { deleteAccount } from '../account/deletion/deletion.service.ts';
import {
  createInstanceLink,
  endListLink,
  listInstanceLinks,
  listListLinks,
  revokeInstanceLink,
} from '../folders/sharing/links/instanceLink.service.ts';
import { countWaitingReports, listReports, resolveReport } from '../reports/report.service.ts';
import { checkNewKey, recordKey } from '../titles/keyCheck.ts';
import { setMayRequest } from '../users/accountState.service.ts';
import { writeSharedNotification } from '../users/notification.service.ts';
import { requireOperator, requireOperatorHeld } from '../users/operator.service.ts';
import { listAccounts, resetPassword } from './accounts.service.ts';
import { backUp, setBackups } from './backup.service.ts';
import { checkHealth, type HealthParts } from './health.service.ts';
import { readStorage } from './storage.service.ts';

export interface OperatorParts extends HealthParts {
  config: Config;
}

type Handler<C extends Call> = (input: Input<C>, context: Context) => ReturnType<Parameters<typeof serve<C>>[2]>;

/** Mounts a call for operators only. Others get 403, whatever they send. */
function serveOperator<C extends Call>(router: Router, call: C, handler: Handler<C>): void {
  serve(
    router,
    call,
    async (input, context) => {
      await requireOperator(context.userId);
      return handler(input, context);
    },
    { access: (_input, userId) => requireOperator(userId) },
  );
}

/** Mounts a change that a forgotten or stolen session must not make, so it also needs a fresh sign-in. */
function serveSensitive<C extends Call>(router: Router, call: C, handler: Handler<C>): void {
  serveOperator(router, call, (input, context) => {
    requireFreshSignIn(context.req);
    return handler(input, context);
  });
}

/** What operators do with accounts, settings, invitation links, reports, backups and the health of the instance. */
export function operatorRouter(parts: OperatorParts): Router {
  const router = Router();
  serveAccounts(router);
  serveRoles(router);
  serveRequests(router);
  serveInstance(router, parts);
  serveKeys(router, parts);
  serveLinks(router);
  serveReports(router);
  return router;
}

/** An operator's action on somebody's account, for the security log. */
const record = (req: Request, actorId: string, userId: string, type: SecurityEventType) =>
  recordSecurityEvent(req, { type, userId, actorId });

function serveAccounts(router: Router): void {
  serveOperator(router, operatorApi.accounts, ({ query }) => listAccounts(query));
  serveSensitive(router, operatorApi.disable, async ({ params: { id } }, { req, userId }) => {
    await disableAccount(id, { operatorId: userId, record: () => record(req, userId, id, 'account-disabled') });
  });
  serveSensitive(router, operatorApi.enable, async ({ params: { id } }, { req, userId }) => {
    await enableAccount(id, { operatorId: userId, record: () => record(req, userId, id, 'account-enabled') });
  });
  serveSensitive(router, operatorApi.resetPassword, async ({ params: { id } }, { req, userId }) => {
    const act = { operatorId: userId, record: () => record(req, userId, id, 'password-reset') };
    return { password: await resetPassword(id, act) };
  });
  serveSensitive(router, operatorApi.deleteAccount, async ({ params: { id } }, { req, userId }) => {
    await deleteAccount(id, { operatorId: userId });
    // The entries about the deleted account are gone, so this one is in the operator's own, unless that is the deleted one. It
    // has the id alone, since the name and address of a deleted account are kept nowhere.
    await recordSecurityEvent(req, { type: 'account-deleted', userId: id === userId ? null : userId, detail: id });
  });
}

function serveRoles(router: Router): void {
  for (const [call, isOperator] of [
    [operatorApi.makeOperator, true],
    [operatorApi.removeOperator, false],
  ] as const) {
    serveSensitive(router, call, ({ params: { id } }, { req, userId }) =>
      inTransaction(async () => {
        await requireOperatorHeld(userId);
        const isChanged = await changeRole(id, isOperator);
        if (isChanged) await record(req, userId, id, isOperator ? 'operator-added' : 'operator-removed');
      }),
    );
  }
}

/** Who may request titles. What they request costs the operator something, so a forgotten session must not decide it. */
function serveRequests(router: Router): void {
  for (const [call, mayRequest] of [
    [operatorApi.allowRequests, true],
    [operatorApi.endRequests, false],
  ] as const) {
    serveSensitive(router, call, ({ params: { id } }, { userId }) =>
      inTransaction(async () => {
        await requireOperatorHeld(userId);
        await setMayRequest(id, mayRequest);
      }),
    );
  }
}

function serveInstance(router: Router, parts: OperatorParts): void {
  const { config, instance } = parts;
  serveOperator(router, operatorApi.settings, () => instance.read());
  serveSensitive(router, operatorApi.setSettings, async ({ body }, { req, userId }) => {
    const settings = await instance.change(body);
    const detail = Object.entries(body)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', ');
    if (body.emailFor ?? body.listsFor) {
      await writeSharedNotification('user:visibility-changed', { userId: null }, { isForEveryone: true });
    }
    await recordSecurityEvent(req, { type: 'instance-changed', userId, detail });
    return settings;
  });
  serveOperator(router, operatorApi.storage, () => readStorage(config));
  serveOperator(router, operatorApi.health, () => checkHealth(parts));
  serveSensitive(router, operatorApi.checkData, async () => parts.dataChecker.start());
  serveSensitive(router, operatorApi.backUp, async (_input, { req, userId }) => {
    const backup = await backUp(config);
    await recordSecurityEvent(req, { type: 'backup-made', userId, detail: backup.name });
    return backup;
  });
  serveSensitive(router, operatorApi.setBackups, async ({ body }, { req, userId }) => {
    const schedule = await setBackups(config, body);
    const { everyDays, keep } = schedule;
    const detail = everyDays === null ? 'backups: off' : `backups: every ${everyDays} days, the last ${keep} are kept`;
    await recordSecurityEvent(req, { type: 'instance-changed', userId, detail });
    return schedule;
  });
}

function serveKeys(router: Router, { instance, keyCheck }: OperatorParts): void {
  serveSensitive(router, operatorApi.setKey, async ({ params: { service }, body: { key } }, { req, userId }) => {
    instance.requireChangeableKey(service);
    const isChecked = await checkNewKey(keyCheck, service, key, 'key');
    await instance.storeKey(service, key);
    await recordKey(req, userId, service, 'set');
    return { isChecked };
  });
  serveSensitive(router, operatorApi.removeKey, async ({ params: { service } }, { req, userId }) => {
    await instance.storeKey(service, null);
    await recordKey(req, userId, service, 'removed');
  });
}

function serveLinks(router: Router): void {
  serveOperator(router, operatorApi.links, (_input, { userId }) => listInstanceLinks(userId));
  serveSensitive(router, operatorApi.createLink, async ({ body }, { req, ...actor }) => {
    const link = await createInstanceLink(actor, body);
    await recordSecurityEvent(req, {
      type: 'invitation-created',
      userId: actor.userId,
      detail: link.list?.name ?? undefined,
    });
    return link;
  });
  serveOperator(router, operatorApi.revokeLink, async ({ params }, { req, ...actor }) => {
    await revokeInstanceLink(actor, params.id);
    await recordSecurityEvent(req, { type: 'invitation-revoked', userId: actor.userId });
  });
  serveOperator(router, operatorApi.listLinks, ({ query }, { userId }) => listListLinks(userId, query));
  serveSensitive(router, operatorApi.endListLink, async ({ params }, { req, ...actor }) => {
    const makerId = await endListLink(actor, params.id);
    // In the log of who made the link. Without the list's name, which the operator who reads the server's log may not know.
    await record(req, actor.userId, makerId, 'list-link-ended');
  });
}

function serveReports(router: Router): void {
  serveOperator(router, operatorApi.reports, ({ query }) => listReports(query));
  serveOperator(router, operatorApi.waitingReports, async () => ({ count: await countWaitingReports() }));
  serveOperator(router, operatorApi.resolveReport, async ({ params: { id } }, { req, userId }) => {
    const name = await resolveReport(id);
    // In the operator's own log: the reported person does not learn of reports.
    if (name !== null) await recordSecurityEvent(req, { type: 'report-resolved', userId, detail: name });
  });
}
