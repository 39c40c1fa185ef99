import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { MutationId, PrincipalId } from '#shared/ids.ts'
import { bytea, changedXid, createdAt, xid8 } from './columns.ts'

/** A deleted row of the directory lane; left by a trigger, kept 90 days. */
export const syncTombstones = pgTable(
  'sync_tombstones',
  {
    collection: text().notNull(),
    id: text().notNull(),
    changedXid: changedXid(),
    deletedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.collection, t.id] }), index('sync_tombstones_changed').on(t.changedXid)],
)

/** One row: the random half of the epoch, and the fence below which tombstones are gone. */
export const syncState = pgTable('sync_state', {
  id: integer().primaryKey().default(1),
  epochSeed: text().notNull(),
  prunedXid: xid8(),
  /** Likewise of `private_changes`. */
  privatePrunedXid: xid8(),
})

/**
 * Whose private documents a transaction may have changed, and by which table. Triggers write it, in that transaction; rows are only
 * ever added, so that no two writers wait for each other. A device whose mark is older than what is kept is compared in full.
 */
export const privateChanges = pgTable(
  'private_changes',
  {
    /**
     * A principal; `*` is everybody. Empty: the row names a transaction whose principals were looked up, and `project:{id}` one that
     * concerns all who voted for that project.
     */
    owner: text().notNull(),
    /** The table that changed. */
    source: text().notNull(),
    changedXid: changedXid(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.owner, t.changedXid, t.source] }),
    index('private_changes_changed').on(t.changedXid),
    index('private_changes_created').on(t.createdAt),
  ],
)

/** Immutable pieces of the directory, precompressed. Every node serves every part. */
export const syncParts = pgTable('sync_parts', {
  sha256: text().primaryKey(),
  brotli: bytea().notNull(),
  gzip: bytea().notNull(),
  /** What is in it, as `collection/id`: a part with a document that was withdrawn is deleted. Empty where it is not known. */
  documents: text().array().notNull().default([]),
  createdAt: createdAt(),
})

export const syncSnapshots = pgTable('sync_snapshots', {
  id: text().primaryKey(),
  epoch: text().notNull(),
  /** The fence of the snapshot its parts were read in. */
  cursor: xid8().notNull(),
  parts: text().array().notNull(),
  /** Bytes of all parts, brotli: a delta larger than this is answered with a reset. */
  size: integer().notNull(),
  createdAt: createdAt(),
})

/** The mark that a mutation was processed; it commits with the effect and is kept longer than any outbox. */
export const processedMutations = pgTable(
  'processed_mutations',
  {
    id: text().$type<MutationId>().primaryKey(),
    principalId: text().$type<PrincipalId>().notNull(),
    clientId: text().notNull(),
    name: text().notNull(),
    status: text({ enum: ['applied', 'refused'] }).notNull(),
    refusal: jsonb().$type<{ code: string; message: string; current?: unknown }>(),
    createdAt: createdAt(),
  },
  (t) => [index('processed_mutations_created').on(t.createdAt), index('processed_mutations_principal').on(t.principalId, t.id)],
)

/**
 * Which device wrote a text last, for mutations that do not say what their writer had seen. It is a table of its own because the
 * rows of these texts are read whole for pages, documents and exports, and the device belongs in none of them.
 */
export const textWriters = pgTable(
  'text_writers',
  {
    principalId: text().$type<PrincipalId>().notNull(),
    kind: text({ enum: ['listing', 'name', 'place'] }).notNull(),
    /** The listing, the account, or the contact. */
    subjectId: text().notNull(),
    field: text().notNull(),
    clientId: text().notNull(),
    /** Fingerprint of the text that it wrote. Of any other text the writer is unknown, by whichever way that was stored. */
    mark: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.principalId, t.kind, t.subjectId, t.field] })],
)
