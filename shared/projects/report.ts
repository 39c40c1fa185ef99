import * as v from 'valibot'
import { ProjectId } from '#shared/ids.ts'
import { cleanText } from '#shared/text.ts'

/** Reasons for reporting a project, and their labels in the form. */
export const REPORT_REASONS = [
  ['scam', 'It looks like a scam or fraud'],
  ['misleading', 'Its claims are misleading'],
  ['impersonation', 'It impersonates someone else'],
  ['unlawful', 'It offers something illegal'],
  ['spam', 'It is spam or listed twice'],
  ['other', 'Something else'],
] as const

export const REPORT_REASON_IDS = REPORT_REASONS.map(([id]) => id) as [ReportReason, ...ReportReason[]]
export type ReportReason = (typeof REPORT_REASONS)[number][0]

export const MAX_REPORT_LENGTH = 2000

/** A report: a reason from the list and a free text. */
export const Report = v.object({
  reason: v.picklist(REPORT_REASON_IDS, 'Please choose a reason.'),
  text: v.optional(
    v.pipe(v.string(), v.maxLength(MAX_REPORT_LENGTH, 'Please use at most 2,000 characters.'), v.transform(cleanText)),
    '',
  ),
})
export type Report = v.InferOutput<typeof Report>

export const ReportProject = v.object({ projectId: ProjectId, ...Report.entries })
export type ReportProject = v.InferOutput<typeof ReportProject>

/** A report as admins see it. Its author is left out: a report is judged by its content. */
export const OpenReport = v.object({
  id: v.string(),
  reason: v.picklist(REPORT_REASON_IDS),
  text: v.string(),
  /** ISO instant. */
  reportedAt: v.string(),
})
export type OpenReport = v.InferOutput<typeof OpenReport>

export const reasonLabel = (reason: ReportReason) => REPORT_REASONS.find(([id]) => id === reason)?.[1] ?? reason
