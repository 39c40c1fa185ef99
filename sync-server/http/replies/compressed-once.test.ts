import { expect, test } from 'vitest'
import { packedOnce } from './compressed-once.ts'

test('the reply is computed once per version, independent of the number of requests', async () => {
  let [version, reads] = ['1', 0]
  const answer = packedOnce({
    findVersion: async () => version,
    read: async () => {
      reads += 1
      return { version }
    },
  })
  const ask = async () => (await (await answer()).reply(new Request('http://localhost'), 'no-store')).json()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([{ version: '1' }, { version: '1' }, { version: '1' }])
  expect([await ask(), reads]).toEqual([{ version: '1' }, 1])
  version = '2'
  expect([await ask(), reads]).toEqual([{ version: '2' }, 2])
})
