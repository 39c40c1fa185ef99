import type { DirectoryDatabase } from './directory-database.ts'

/**
 * Resolves once all earlier writes to the directory database are on disk. Its transactions use relaxed durability, because most
 * of its data can be downloaded again after a power cut; the principal pointer cannot.
 */
export const flush = (db: DirectoryDatabase): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = db.backendDB().transaction('meta', 'readwrite', { durability: 'strict' })
    transaction.objectStore('meta').put({ key: 'flushed', value: 0 })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The write was aborted.'))
  })
