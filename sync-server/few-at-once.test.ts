import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

test('no more than so many run at a time, and all of them run, also behind one that fails', async () => {
  const gate = fewAtOnce(2)
  let running = 0
  let most = 0
  const work = async (at: number) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    if (at === 1) throw new Error('one that fails')
    return at
  }
  const ended = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((at) => gate(() => work(at))))
  expect(most).toBe(2)
  expect(ended.map((end) => (end.status === 'fulfilled' ? end.value : 'failed'))).toEqual([0, 'failed', 2, 3, 4, 5])
})
