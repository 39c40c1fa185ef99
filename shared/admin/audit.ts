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

/** A name or an id in the log. */
const Short = v.pipe(v.string(), v.maxLength(100), v.regex(/^[\w .:-]+$/))
const Instant = v.pipe(v.string(), v.isoTimestamp('Please enter a date.'))

/** Every part narrows the entries; an absent part allows all. */
const filter = {
  /** The account that decided. */
  actor: v.optional(UserId),
  action: v.optional(Short),
  targetType: v.optional(Short),
  targetId: v.optional(Short),
  /** From this instant on, and before that one. */
  from: v.optional(Instant),
  to: v.optional(Instant),
}
export const AuditFilter = v.object(filter)
export type AuditFilter = v.InferOutput<typeof AuditFilter>

/** `GET /api/admin/audit?before={id}`: latest first. */
export const AuditQuery = v.object({ before: v.optional(Short), ...filter })
export type AuditQuery = v.InferOutput<typeof AuditQuery>
export const AuditPage = v.object({
  entries: v.array(AuditEntry),
  /** The start of the next page; null on the last one. */
  next: v.nullable(v.string()),
})
export type AuditPage = v.InferOutput<typeof AuditPage>

/** Values of a choice that are offered. */
export const MAX_CHOICES = 200

/** `GET /api/admin/audit/choices`: what the log contains. Former accounts are left out. */
export const AuditChoices = v.object({
  actors: v.array(v.object({ id: UserId, name: v.string() })),
  actions: v.array(v.string()),
  targetTypes: v.array(v.string()),
})
export type AuditChoices = v.InferOutput<typeof AuditChoices>

/** Entries in one file, the latest first; narrower dates give the others. */
export const MAX_EXPORTED = 10_000

/** `POST /api/admin/audit/export`: the export is an entry of the log itself. */
export const AuditExport = v.object({
  /** RFC 4180, with a header. */
  csv: v.string(),
  entries: v.number(),
  /** More entries match than the file contains. */
  isCut: v.boolean(),
})
export type AuditExport = v.InferOutput<typeof AuditExport>
