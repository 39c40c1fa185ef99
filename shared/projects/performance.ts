import * as v from 'valibot'
import { ProjectId } from '#shared/ids.ts'

/** The figures of a user's own project: page views of others, votes, and uses of its contact link. `id` is the project's. */
export const ProjectPerformance = v.object({
  id: ProjectId,
  views: v.number(),
  votes: v.number(),
  contacts: v.number(),
})
export type ProjectPerformance = v.InferOutput<typeof ProjectPerformance>
