import type { DirectoryDatabase } from './directory-database.ts'

/**
 * Resolves once everything that was written to the directory database before is on the disk. Its transactions are relaxed,
 * because what the server can send again may be lost in a power cut; who uses the device may not.
 */
export const flush = (db: DirectoryDatabase): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = db.backendDB().transaction('meta', 'readwrite', { durability: 'strict' })
    transaction.objectStore('meta').put({ key: 'flushed', value: 0 })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The write was given up.'))
  })
