import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { MutationId, PrincipalId } from '#shared/ids.ts'
import { bytea, changedXid, createdAt, xid8 } from './columns.ts'

/** A deleted row of the public lane; inserted by a trigger, kept for 90 days. */
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

/** A single row: the random half of the epoch, and the stamp below which tombstones are pruned. */
export const syncState = pgTable('sync_state', {
  id: integer().primaryKey().default(1),
  epochSeed: text().notNull(),
  prunedXid: xid8(),
  /** The same for `private_changes`. */
  privatePrunedXid: xid8(),
})

/**
 * The principals whose private documents a transaction may have changed, with the table that caused it. Triggers insert rows in
 * that transaction; rows are only added, so that no two writers wait for each other. A device whose mark is older than the kept
 * rows is compared in full.
 */
export const privateChanges = pgTable(
  'private_changes',
  {
    /**
     * A principal; `*` is all principals. Empty: the row names a transaction whose affected principals were looked up.
     * `project:{id}`: it affects all principals who voted for that project.
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

/** Immutable chunks of the directory, precompressed. Every node serves every chunk. */
export const syncChunks = pgTable('sync_chunks', {
  sha256: text().primaryKey(),
  brotli: bytea().notNull(),
  gzip: bytea().notNull(),
  /** The same content by fields (`shared/sync/column-part.ts`), brotli. A node of the release before stores none. */
  columns: bytea(),
  /** Its documents, as `collection/id`: a chunk with a withdrawn document is deleted. Empty when unknown. */
  documents: text().array().notNull().default([]),
  createdAt: createdAt(),
})

export const syncSnapshots = pgTable('sync_snapshots', {
  id: text().primaryKey(),
  epoch: text().notNull(),
  /** The cursor of the database snapshot in which its chunks were read. */
  cursor: xid8().notNull(),
  parts: text().array().notNull(),
  /** Bytes of all chunks, brotli: a larger delta is replaced by a reset. */
  size: integer().notNull(),
  createdAt: createdAt(),
})

/** Records that a mutation was processed; it commits with the effect and is kept longer than any outbox. */
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
 * The device that last wrote a text, for mutations without a base. A separate table, because the rows of these texts are read as
 * a whole for pages, documents and exports, and the device id belongs in none of them.
 */
export const textWriters = pgTable(
  'text_writers',
  {
    principalId: text().$type<PrincipalId>().notNull(),
    kind: text({ enum: ['listing', 'name', 'place'] }).notNull(),
    /** The id of the listing, account or contact. */
    subjectId: text().notNull(),
    field: text().notNull(),
    clientId: text().notNull(),
    /** Fingerprint of the text that it wrote. For any other stored text the writer is unknown. */
    mark: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.principalId, t.kind, t.subjectId, t.field] })],
)
