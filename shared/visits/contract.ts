import * as v from 'valibot'
import { ProjectId, VcId } from '#shared/ids.ts'

/** Subjects whose owners see their number of visits. */
export const VISIT_SUBJECTS = ['project', 'investor'] as const

/** A page was viewed, or its contact link was used. */
export const VISIT_KINDS = ['view', 'contact'] as const

/** One visit, without any data about the visitor. */
export const Visit = v.variant('subject', [
  v.object({ subject: v.literal('project'), id: ProjectId, kind: v.picklist(VISIT_KINDS) }),
  v.object({ subject: v.literal('investor'), id: VcId, kind: v.picklist(VISIT_KINDS) }),
])
export type Visit = v.InferOutput<typeof Visit>

/** Maximum number of visits that a device sends in one call. */
export const MAX_VISITS = 50

/** `POST /api/visits`. Subjects that are unknown, not public or the caller's own are ignored silently. */
export const CountVisits = v.object({ visits: v.pipe(v.array(Visit), v.minLength(1), v.maxLength(MAX_VISITS)) })
export type CountVisits = v.InferOutput<typeof CountVisits>
