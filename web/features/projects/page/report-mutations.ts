import type { ReportProject } from '#shared/projects/report.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Reports a project to the team; resolves once the mutation is stored on this device. */
export const reportProject = (report: ReportProject) => enqueue('project.report', report)

/** A report has no document: it is visible only as its entry in the outbox. */
export const showReport: ClientMutator<ReportProject> = async () => undefined
