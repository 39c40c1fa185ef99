import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { ProjectPerformance } from '#shared/projects/performance.ts'
import { listPerformance } from './visit-queries.ts'

/** How one's own projects do; the numbers come with the next pull, whatever brings it. */
export const performanceSource: PrivateSource<ProjectPerformance> = listPerformance
