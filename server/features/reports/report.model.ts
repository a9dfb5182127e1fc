import { model, Schema, type Types } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { Report } from '../../../common/schemas/operator/report.ts';
import type { PublicUser } from '../../../common/schemas/user.ts';
import type { SchemaFields, Stored } from '../../platform/stored.ts';

/** A person, a list or a comment that somebody reports to the operator. Null in `resolvedAt`: nobody has dealt with it yet. */
export interface ReportDoc extends Omit<Stored<Report, 'id' | 'person' | 'reporter'>, 'resolvedAt'> {
  _id: Types.ObjectId;
  reporterId: Types.ObjectId;
  /** The person, the owner of the list, or the author of the comment. */
  personId: Types.ObjectId;
  resolvedAt: Date | null;
}

const RESOLVED_FOR_SECONDS = limits.resolvedReportDays * 24 * 60 * 60;

const schema = new Schema<ReportDoc>(
  {
    kind: { type: String, required: true },
    subjectId: { type: Schema.Types.ObjectId, required: true },
    subjectName: { type: String, required: true },
    personId: { type: Schema.Types.ObjectId, required: true },
    reporterId: { type: Schema.Types.ObjectId, required: true },
    reason: { type: String, required: true },
    comment: { type: String, default: '' },
    resolvedAt: { type: Date, default: null },
  } satisfies SchemaFields<ReportDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ reporterId: 1, resolvedAt: 1 });
schema.index({ personId: 1 });
schema.index({ resolvedAt: 1 }, { expireAfterSeconds: RESOLVED_FOR_SECONDS });

export const ReportModel = model<ReportDoc>('Report', schema, 'reports');

export function toReport(report: ReportDoc, userById: (id: Types.ObjectId) => PublicUser): Report {
  return {
    id: report._id.toHexString(),
    kind: report.kind,
    subjectId: report.subjectId.toHexString(),
    subjectName: report.subjectName,
    person: userById(report.personId),
    reporter: userById(report.reporterId),
    reason: report.reason,
    comment: report.comment,
    createdAt: report.createdAt.toISOString(),
    resolvedAt: report.resolvedAt?.toISOString() ?? null,
  };
}
