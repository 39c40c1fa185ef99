import { expect, test } from 'vitest'
import { inBatches } from './batches.ts'

/** A read that ends when it is told to, and says how many began. */
function slowRead() {
  const begun: PromiseWithResolvers<number>[] = []
  const read = () => {
    const answer = Promise.withResolvers<number>()
    begun.push(answer)
    return answer.promise
  }
  return { read, begun }
}

test('who asks during a read shares the next one, and never gets the one that was begun before', async () => {
  const { read, begun } = slowRead()
  const ask = inBatches(read)
  const first = ask()
  const late = [ask(), ask(), ask()]
  expect(begun).toHaveLength(1)
  begun[0]?.resolve(1)
  expect(await first).toBe(1)
  await Promise.resolve()
  expect(begun).toHaveLength(2)
  const later = ask()
  begun[1]?.resolve(2)
  expect(await Promise.all(late)).toEqual([2, 2, 2])
  begun[2]?.resolve(3)
  expect(await later).toBe(3)
})

test('a read that fails fails those who shared it, and no others', async () => {
  const { read, begun } = slowRead()
  const ask = inBatches(read)
  const first = ask()
  const second = ask()
  begun[0]?.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  begun[1]?.resolve(2)
  expect(await second).toBe(2)
})
