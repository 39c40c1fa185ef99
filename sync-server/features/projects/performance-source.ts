import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { ProjectPerformance } from '#shared/projects/performance.ts'
import { listPerformance } from './visit-queries.ts'

/** Performance of the principal's own projects; the numbers are sent with the next pull. */
export const performanceSource: PrivateSource<ProjectPerformance> = listPerformance
