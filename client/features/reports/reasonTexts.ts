import type { ReportReason } from '../../../common/schemas/operator/report.ts';

export const reasonTexts: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Harassment or hate',
  illegal: 'Something illegal',
  other: 'Something else',
};
