import { expect, test } from 'vitest'
import { inSharedReads, singleFlight } from './single-flight.ts'

/** A read that the test completes, and the list of started reads. */
function slowRead() {
  const begun: PromiseWithResolvers<number>[] = []
  const read = () => {
    const answer = Promise.withResolvers<number>()
    begun.push(answer)
    return answer.promise
  }
  return { read, begun }
}

test('a call during a read shares the next read, and never gets one that started earlier', async () => {
  const { read, begun } = slowRead()
  const ask = singleFlight(read)
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

test('a failed read fails the calls that share it, and no others', async () => {
  const { read, begun } = slowRead()
  const ask = singleFlight(read)
  const first = ask()
  const second = ask()
  begun[0]?.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  begun[1]?.resolve(2)
  expect(await second).toBe(2)
})

test('a question that makes a shared read fail does not fail the others', async () => {
  const reads: number[][] = []
  const ask = inSharedReads(
    async (questions: number[]) => {
      reads.push(questions)
      if (questions.includes(13)) throw Object.assign(new Error('no such number'), { code: '22P02' })
      return questions.map((question) => question * 2)
    },
    { most: 100 },
  )
  const answers = await Promise.allSettled([1, 2, 13, 4].map(ask))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([2, 4, 'failed', 8])
  expect(reads).toEqual([[1], [2, 13, 4], [2], [13], [4]])
})

test('an unreachable database is not queried again for each question', async () => {
  let reads = 0
  const ask = inSharedReads(
    async (questions: number[]) => {
      reads += 1
      if (reads > 1) throw new Error('away')
      return questions
    },
    { most: 100 },
  )
  const answers = await Promise.allSettled([1, 2, 3, 4].map(ask))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  expect(reads).toBe(2)
})

/** Reads fail with a statement timeout if they contain one of the listed questions. */
function readInTime(...slow: number[]) {
  const reads: number[][] = []
  const ask = inSharedReads(
    async (questions: number[]) => {
      reads.push(questions)
      if (questions.some((question) => slow.includes(question))) {
        throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
      }
      return questions
    },
    { most: 100 },
  )
  return { ask, reads }
}
const outcomes = (settled: PromiseSettledResult<number>[]) =>
  settled.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))

test('a question that times out does not fail the others that share its read', async () => {
  const { ask, reads } = readInTime(3)
  expect(outcomes(await Promise.allSettled([1, 2, 3, 4].map(ask)))).toEqual([1, 2, 'failed', 4])
  expect(reads).toEqual([[1], [2, 3, 4], [2], [3], [4]])
})

test('a database that is slow for all questions is not queried for each of them', async () => {
  const { ask, reads } = readInTime(2, 3, 4, 5, 6)
  expect(outcomes(await Promise.allSettled([1, 2, 3, 4, 5, 6].map(ask)))).toEqual([1, ...Array(5).fill('failed')])
  expect(reads).toEqual([[1], [2, 3, 4, 5, 6], [2], [3]])
})

test('a question behind too many others is refused immediately, and can be repeated', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ask = inSharedReads(
    async (questions: number[]) => {
      await promise
      return questions
    },
    { most: 100, mostWaiting: 2 },
  )
  const first = [1, 2, 3].map(ask)
  await expect(ask(4)).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 5 })
  resolve()
  expect(await Promise.all(first)).toEqual([1, 2, 3])
  expect(await ask(5)).toBe(5)
})
