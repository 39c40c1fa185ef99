import { afterEach, expect, test, vi } from 'vitest'
import { directoryDb } from '#web/db/tab/databases.ts'
import { refreshConfig } from './config.ts'

afterEach(async () => {
  vi.unstubAllGlobals()
  // The next file of this worker has the same database.
  await directoryDb.meta.clear()
})

const configWith = (homeVariant: string) => ({
  stripe: { isSandbox: true, publishableKey: null },
  homeVariant,
  headerVariant: 'login',
})

test('a reply that a later request has overtaken does not replace the newer configuration', async () => {
  const replies: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((reply) => replies.push(reply)))
  const [earlier, later] = [refreshConfig(), refreshConfig()]
  await vi.waitFor(() => expect(replies).toHaveLength(2))
  replies[1]?.(Response.json(configWith('of the later request')))
  await later
  replies[0]?.(Response.json(configWith('of the earlier request')))
  await earlier
  expect(await directoryDb.getMeta('config')).toMatchObject({ homeVariant: 'of the later request' })
})

test('replies in the order of their requests are each stored', async () => {
  for (const homeVariant of ['a', 'b']) {
    vi.stubGlobal('fetch', async () => Response.json(configWith(homeVariant)))
    await refreshConfig()
    expect(await directoryDb.getMeta('config')).toMatchObject({ homeVariant })
  }
})
