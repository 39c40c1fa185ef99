import * as v from 'valibot'
import { UserId } from '#shared/ids.ts'

/** What admins decide about. */
export const AuditTarget = v.picklist(['vc', 'project', 'intro', 'import-run', 'price'])
export type AuditTarget = v.InferOutput<typeof AuditTarget>

/** Of an entry that no admin made: an account started over, and what it had published waits for the team. */
export const TAKEN_OFF_BY_RESET = 'taken off by a reset'

/** One decision: who, about what, what stood before and after, and when. */
export const AuditEntry = v.object({
  id: v.string(),
  /** Null when the admin's account is gone, or no admin did it. */
  actor: v.nullable(v.object({ id: UserId, name: v.string() })),
  action: v.string(),
  targetType: v.string(),
  targetId: v.string(),
  /** What the target is called now; null when it is gone. */
  targetName: v.nullable(v.string()),
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
  /** The entry that this one took back. */
  undoes: v.nullable(v.string()),
  /** It is a decision, and the last one about this of its target. Whether something else has changed since is seen when somebody tries. */
  canUndo: v.boolean(),
  createdAt: v.string(),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

/** `GET /api/admin/audit?before={id}`: the latest first. */
export const AuditQuery = v.object({ before: v.optional(v.pipe(v.string(), v.maxLength(64))) })
export const AuditPage = v.object({
  entries: v.array(AuditEntry),
  /** Where the next page begins; null on the last one. */
  next: v.nullable(v.string()),
})
export type AuditPage = v.InferOutput<typeof AuditPage>
