import type { ReportProject } from '#shared/projects/report.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/enqueue.ts'

/** Tells the team what is wrong with a project; resolves once the words are safe on this device. */
export const reportProject = (report: ReportProject) => enqueue('project.report', report)

/** No document shows a report: its entry in the outbox is all there is to see. */
export const showReport: ClientMutator<ReportProject> = async () => undefined
