import * as v from 'valibot'
import { ProjectId, VcId } from '#shared/ids.ts'

/** What has visitors that somebody is told of. */
export const VISIT_SUBJECTS = ['project', 'investor'] as const

/** A page was looked at, or the link to its people was taken. */
export const VISIT_KINDS = ['view', 'contact'] as const

/** One visit, without a word of who it was. */
export const Visit = v.variant('subject', [
  v.object({ subject: v.literal('project'), id: ProjectId, kind: v.picklist(VISIT_KINDS) }),
  v.object({ subject: v.literal('investor'), id: VcId, kind: v.picklist(VISIT_KINDS) }),
])
export type Visit = v.InferOutput<typeof Visit>

/** A device sends what it gathered in one call. */
export const MAX_VISITS = 50

/** `POST /api/visits`. What is unknown, not public or the caller's own is left out in silence. */
export const CountVisits = v.object({ visits: v.pipe(v.array(Visit), v.minLength(1), v.maxLength(MAX_VISITS)) })
export type CountVisits = v.InferOutput<typeof CountVisits>
