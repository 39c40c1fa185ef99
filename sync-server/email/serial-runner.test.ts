import { expect, test } from 'vitest'
import { oneAtATime } from './serial-runner.ts'

test('who asks during a run is served by one more run, however many ask', async () => {
  const runs: PromiseWithResolvers<'done'>[] = []
  const ask = oneAtATime(
    () => {
      const run = Promise.withResolvers<'done'>()
      runs.push(run)
      return run.promise
    },
    1000,
    () => new Date(0),
  )
  const first = ask()
  await Promise.all([ask(), ask(), ask()])
  expect(runs).toHaveLength(1)
  runs[0]?.resolve('done')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve('done')
  await first
  expect(runs).toHaveLength(2)
})

test('after nobody was there, it rests, and then tries again', async () => {
  let at = 0
  let runs = 0
  const ask = oneAtATime(
    async () => {
      runs += 1
      return runs === 1 ? 'unreachable' : 'done'
    },
    1000,
    () => new Date(at),
  )
  await ask()
  at = 999
  await ask()
  expect(runs).toBe(1)
  at = 1000
  await ask()
  expect(runs).toBe(2)
})

test('a run that fails is not the last', async () => {
  let runs = 0
  const ask = oneAtATime(
    async () => {
      runs += 1
      if (runs === 1) throw new Error('the database is away')
      return 'done'
    },
    1000,
    () => new Date(0),
  )
  await expect(ask()).rejects.toThrow('away')
  await ask()
  expect(runs).toBe(2)
})
