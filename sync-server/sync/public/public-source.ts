import type { Transaction } from '#server/database/client.ts'
import type { DirectoryDocs } from '#shared/sync/collections.ts'
import type { Since } from './changed-since.ts'

/** One collection of the public lane, as its feature provides it. Both reads happen in the engine's snapshot. */
export type DirectorySource<Doc extends { id: string }> = {
  /** Every public document, best first. */
  listAll: (tx: Transaction) => Promise<Doc[]>
  /**
   * What may have changed since a cursor: documents that are public now, and ids of rows that no longer are. Deleted rows are
   * handled by the engine, which keeps tombstones.
   *
   * @param tombstonedIds  ids that have a tombstone: a document that is public under one of them is put nevertheless
   */
  listChanged: (tx: Transaction, since: Since, tombstonedIds: string[]) => Promise<{ put: Doc[]; del: string[] }>
}

export type DirectorySources = { [Collection in keyof DirectoryDocs]: DirectorySource<DirectoryDocs[Collection]> }
