import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'

const CONFIG = { stripe: { isSandbox: true, publishableKey: 'pk_test_sandbox' }, homeVariant: 'a', headerVariant: 'login' }

/**
 * Each test of the file runs on a new device of a guest, whose server gives these answers by path.
 *
 * @returns reads the database of the current test
 */
export function guestDevice(answers: Record<string, unknown>): () => PrivateDatabase {
  let db: PrivateDatabase
  beforeEach(async () => {
    provideSync({
      store: (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal),
      requestSync: () => undefined,
    } as never)
    vi.stubGlobal('fetch', async (path: string) => Response.json({ '/api/config': CONFIG, ...answers }[path]))
    db = new PrivateDatabase('guest', 'life')
    await db.meta.put({ key: 'life', value: 'life' })
    setPrivateDb(db)
  })
  afterEach(async () => {
    cleanup()
    vi.unstubAllGlobals()
    setPrivateDb(undefined)
    await db.delete()
  })
  return () => db
}
