import bowser from 'bowser';
import type { Request } from 'express';
import { Types, trusted } from 'mongoose';
import type { SecurityEvent, SecurityEventType } from '../../../common/schemas/operator/securityEvent.ts';
import type { IdPageQuery } from '../../../common/schemas/primitives.ts';
import { mapPages, readPages } from '../database/readPages.ts';
import { addressOf } from '../http/address.ts';
import type { IdPage } from '../http/nextPage.ts';
import { log } from '../log.ts';
import { type SecurityEventDoc, SecurityEventModel, toSecurityEvent } from './securityEvent.model.ts';

export interface SecurityEventDraft {
  type: SecurityEventType;
  /** The user whom it concerns, or null when no account is known. */
  userId: string | null;
  /** Who did it. Without it, the user did; null for the command line, and for a failed sign-in. */
  actorId?: string | null;
  /** What it was about, for the user to read. Never a secret. */
  detail?: string;
}

/**
 * Records what matters to the safety of accounts: as a line of the server's log with `audit: true`, and for the user whom it
 * concerns, who can read it for a year. `req` is null for the command line. Runs inside a transaction when there is one.
 */
export async function recordSecurityEvent(req: Request | null, draft: SecurityEventDraft): Promise<void> {
  const { type, userId, detail = null } = draft;
  const actorId = draft.actorId === undefined ? userId : draft.actorId;
  const address = req && addressOf(req);
  log.info({ audit: true, type, userId, actorId, address, detail, requestId: req?.res?.get('X-Request-Id') }, type);
  if (userId === null) return;
  await SecurityEventModel.create([
    {
      type,
      userId: new Types.ObjectId(userId),
      actorId: actorId === null ? null : new Types.ObjectId(actorId),
      address,
      device: req && deviceOf(req),
      detail,
    },
  ]);
}

/** The entries that concern a user, the newest first. */
export async function listSecurityEvents(
  userId: string,
  { limit, after }: IdPageQuery,
): Promise<IdPage<SecurityEvent>> {
  const found = await SecurityEventModel.find({ userId, ...(after && { _id: trusted({ $lt: after }) }) })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .lean<SecurityEventDoc[]>();
  const page = found.slice(0, limit).map(toSecurityEvent);
  return { page, next: found.length > limit ? page.at(-1)?.id : undefined };
}

/** All entries that concern a user, the oldest first. */
export function exportSecurityEvents(userId: string): AsyncIterable<Omit<SecurityEvent, 'id'>[]> {
  return mapPages(readPages<SecurityEventDoc>(SecurityEventModel, { userId: new Types.ObjectId(userId) }), (page) =>
    page.map((event) => {
      const { id: _id, ...shown } = toSecurityEvent(event);
      return shown;
    }),
  );
}

/** The browser and system that a request names, for example "Firefox on Linux". Null when it names neither. */
export function deviceOf(req: Pick<Request, 'headers'>): string | null {
  const agent = req.headers['user-agent'];
  if (!agent) return null;
  const { browser, os } = bowser.parse(agent.slice(0, MAX_AGENT_LENGTH));
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}

const MAX_AGENT_LENGTH = 500;

/** Deletes the entries about a user whose account ends. */
export async function deleteSecurityEventsOf(userId: string): Promise<void> {
  await SecurityEventModel.deleteMany({ userId });
}
