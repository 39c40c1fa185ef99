import * as v from 'valibot'
import { UserId } from '#shared/ids.ts'

/** The targets whose decisions can be undone; the log has others. */
export const UndoableTarget = v.picklist(['vc', 'project', 'intro', 'import-run', 'price'])
export type UndoableTarget = v.InferOutput<typeof UndoableTarget>

/** Action of an entry without an admin: an account was reset, and what it had published waits for review. */
export const TAKEN_OFF_BY_RESET = 'taken off by a reset'

/** Actions of a founder about the own project. No admin can undo them. */
export const WITHDRAWN_BY_FOUNDER = 'withdrawn by its founder'
export const PUT_BACK_BY_FOUNDER = 'put back by its founder'

/** One decision: the admin, the target, the state before and after, and the time. */
export const AuditEntry = v.object({
  id: v.string(),
  /** Null when the admin's account was deleted, or no admin made the entry. */
  actor: v.nullable(v.object({ id: UserId, name: v.string() })),
  action: v.string(),
  targetType: v.string(),
  targetId: v.string(),
  /** The target's current name; null when it no longer exists. */
  targetName: v.nullable(v.string()),
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
  /** The entry that this one undid. */
  undoes: v.nullable(v.string()),
  /**
   * True for the last decision of this kind about its target. Whether other changes prevent the undo is only checked when it is
   * attempted.
   */
  canUndo: v.boolean(),
  createdAt: v.string(),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

/** `GET /api/admin/audit?before={id}`: latest first. */
export const AuditQuery = v.object({ before: v.optional(v.pipe(v.string(), v.maxLength(64))) })
export const AuditPage = v.object({
  entries: v.array(AuditEntry),
  /** The start of the next page; null on the last one. */
  next: v.nullable(v.string()),
})
export type AuditPage = v.InferOutput<typeof AuditPage>
