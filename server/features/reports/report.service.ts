import { Types, trusted } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../common/constants.ts';
import type { ExportedReport } from '../../../common/schemas/export/export.ts';
import type { Report, reportBody } from '../../../common/schemas/operator/report.ts';
import type { IdPageQuery } from '../../../common/schemas/primitives.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { conflict, limitReached, notFound } from '../../platform/http/errors.ts';
import type { IdPage } from '../../platform/http/nextPage.ts';
import { type Actor, inOperation } from '../../platform/requests/operations.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import { loadSeen } from '../folders/access/readers.service.ts';
import { loadReadableComment } from '../folders/comments/comment.service.ts';
import { findReached } from '../plays/reached.service.ts';
import { tellOperators } from '../users/operator.service.ts';
import { loadUnlessBlockedBy } from '../users/privacy/block.service.ts';
import { loadPublicUserLookup, lockQuotas } from '../users/user.service.ts';
import { loadExportedPersonLookup } from '../users/userExport.service.ts';
import { type ReportDoc, ReportModel, toReport } from './report.model.ts';

type ReportRequest = z.output<typeof reportBody>;

/**
 * Reports a person, a list or a comment that the actor can see. A second report of the same replaces the first while nobody has dealt with
 * it. Throws not_found, and limit_reached when too many of the actor's reports wait.
 */
export async function sendReport(actor: Actor, { kind, id, reason, comment }: ReportRequest): Promise<void> {
  const reporterId = new Types.ObjectId(actor.userId);
  const subject = await loadSubject[kind](actor.userId, id);
  if (subject.personId.equals(reporterId)) throw conflict('conflict', 'You cannot report yourself or what is yours');
  const { _id: subjectId, ...about } = subject;
  const write = async () => {
    await lockQuotas(reporterId);
    const open = { reporterId, kind, subjectId, resolvedAt: null };
    const { matchedCount } = await ReportModel.updateOne(open, { $set: { ...about, reason, comment } });
    await tellOperators('reports:changed', {});
    if (matchedCount > 0) return;
    const waiting = await ReportModel.countDocuments({ reporterId, resolvedAt: null });
    if (waiting >= limits.openReportsPerPerson) {
      throw limitReached(
        `${limits.openReportsPerPerson} of your reports wait for the operator. Please try again later.`,
      );
    }
    await ReportModel.insertMany([{ ...open, ...about, reason, comment, createdAt: new Date() }], { lean: true });
  };
  await quotaQueue([actor.userId], () => inOperation(actor, write));
}

interface Subject {
  _id: Types.ObjectId;
  personId: Types.ObjectId;
  subjectName: string;
}

/** The actor can also report a person that they block. */
async function loadPerson(actorId: string, id: string): Promise<Subject> {
  const { _id, firstName, lastName, username, email } = await loadUnlessBlockedBy(actorId, id);
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return { _id, personId: _id, subjectName: name || username || email };
}

async function loadList(actorId: string, id: string): Promise<Subject> {
  const { _id, userId, name } = await loadSeen(actorId, id);
  return { _id, personId: userId, subjectName: name };
}

async function loadComment(actorId: string, id: string): Promise<Subject> {
  const { _id, userId, text } = await loadReadableComment(findReached, actorId, id);
  return { _id, personId: userId, subjectName: text };
}

const loadSubject = { user: loadPerson, list: loadList, comment: loadComment };

/** A page of all reports, the latest first; `after` is the id of the last one before. For the operator. */
export async function listReports({ limit, after }: IdPageQuery): Promise<IdPage<Report>> {
  const found = await ReportModel.find(after ? { _id: trusted({ $lt: new Types.ObjectId(after) }) } : {})
    .sort({ _id: -1 })
    .limit(limit + 1)
    .lean<ReportDoc[]>();
  const reports = found.slice(0, limit);
  const userById = await loadPublicUserLookup(reports.flatMap(({ personId, reporterId }) => [personId, reporterId]));
  return {
    page: reports.map((report) => toReport(report, userById)),
    next: found.length > reports.length ? reports.at(-1)?._id.toHexString() : undefined,
  };
}

export function countWaitingReports(): Promise<number> {
  return ReportModel.countDocuments({ resolvedAt: null });
}

/**
 * Notes that an operator has dealt with a report, which is removed after a while. Returns what was reported, or null if
 * it was resolved before. Throws not_found.
 */
export async function resolveReport(id: string): Promise<string | null> {
  const resolved = await inTransaction(async () => {
    const waiting = { _id: id, resolvedAt: null };
    const found = await ReportModel.findOneAndUpdate(waiting, { $set: { resolvedAt: new Date() } }).lean<ReportDoc>();
    if (found) await tellOperators('reports:changed', {});
    return found;
  });
  // What was reported is noted for longer than the text of a comment is kept.
  if (resolved) return resolved.kind === 'comment' ? 'A comment' : resolved.subjectName;
  if (!(await ReportModel.exists({ _id: id }))) throw notFound('Report not found');
  return null;
}

/** The reports by the user. Those about the user stay with the operator. */
export async function exportReports(userId: string): Promise<ExportedReport[]> {
  const reports = await ReportModel.find({ reporterId: userId })
    .hint({ reporterId: 1, resolvedAt: 1 })
    .sort({ _id: 1 })
    .lean<ReportDoc[]>();
  const personById = await loadExportedPersonLookup(reports.map(({ personId }) => personId));
  return reports.map(({ kind, subjectId, subjectName, personId, reason, comment, createdAt, resolvedAt }) => ({
    kind,
    person: personById(personId),
    // The stored name of a person may be their email address.
    list: kind === 'list' ? { id: subjectId.toHexString(), name: subjectName } : null,
    reason,
    comment,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }));
}

/** Deletes the reports by a user whose account ends, and those about them. */
export async function deleteReportsOf(userId: string): Promise<void> {
  await inTransaction(async () => {
    const { deletedCount } = await ReportModel.deleteMany({ $or: [{ reporterId: userId }, { personId: userId }] });
    if (deletedCount > 0) await tellOperators('reports:changed', {});
  });
}
