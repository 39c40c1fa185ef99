import * as v from 'valibot'
import { ProjectId } from '#shared/ids.ts'

/** How a project of one's own does: page views of others, votes, and how often its contact link was taken. `id` is the project's. */
export const ProjectPerformance = v.object({
  id: ProjectId,
  views: v.number(),
  votes: v.number(),
  contacts: v.number(),
})
export type ProjectPerformance = v.InferOutput<typeof ProjectPerformance>
