import type { Transaction } from '#server/database/client.ts'
import type { DirectoryDocs } from '#shared/sync/collections.ts'
import type { Since } from './changed-since.ts'

/** One collection of the directory lane, as its feature provides it. Both reads happen in the engine's snapshot. */
export type DirectorySource<Doc extends { id: string }> = {
  /** Every public document, best first. */
  listAll: (tx: Transaction) => Promise<Doc[]>
  /**
   * What may have changed since a look: documents
   * that are public now, and ids of rows that no longer are. Deleted rows are the
   * engine's affair, which keeps tombstones.
   *
   * @param buried  ids that have a tombstone: a document that is public under one of them all the same is put too
   */
  listChanged: (tx: Transaction, since: Since, buried: string[]) => Promise<{ put: Doc[]; del: string[] }>
}

export type DirectorySources = { [Collection in keyof DirectoryDocs]: DirectorySource<DirectoryDocs[Collection]> }
