import { expect, test } from 'vitest'
import { runSerially } from './serial-runner.ts'

test('all calls during a run are served by one additional run', async () => {
  const runs: PromiseWithResolvers<'done'>[] = []
  const ask = runSerially(
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

test('after an unreachable result it pauses, and then runs again', async () => {
  let at = 0
  let runs = 0
  const ask = runSerially(
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

test('a failed run does not prevent the next one', async () => {
  let runs = 0
  const ask = runSerially(
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
