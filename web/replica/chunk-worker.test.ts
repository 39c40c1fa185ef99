import { expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/runner/eventually.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { buildWords } from './build-words.ts'
import type { ChunkReply, ChunkRequest } from './chunk-worker.ts'

const text = JSON.stringify({ put: { investors: [sampleInvestor({ name: 'Ada' })] } })

/** The worker in this thread. What it transfers, it no longer has. */
async function start() {
  const replies: ChunkReply[] = []
  vi.stubGlobal('postMessage', (message: ChunkReply, options: StructuredSerializeOptions) =>
    replies.push(structuredClone(message, options)),
  )
  await import('./chunk-worker.ts')
  const ask = (data: ChunkRequest) => self.onmessage?.call(window, { data } as MessageEvent)
  return { replies, ask }
}

test('the words of a chunk are stored as soon as they are made; those of a chunk that is not stored are not made', async () => {
  const db = new DirectoryDatabase()
  await db.parts.add({ key: 'one', text, size: 1 })
  const { replies, ask } = await start()
  ask({ number: 1, key: 'one' })
  await eventually(() => expect(replies).toHaveLength(1))
  ask({ number: 2, key: 'two' })
  await eventually(() => expect(replies).toHaveLength(2))
  const words = await buildWords(text)
  expect(replies).toEqual([
    { number: 1, words, isStored: true },
    { number: 2, failed: 'not-stored' },
  ])
  expect(await db.words.toArray()).toEqual([{ ...words, key: 'one' }])
  db.close()
  vi.unstubAllGlobals()
})
