import { expect, test } from 'vitest'
import { enqueueJob } from '#server/jobs/queue.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createLog } from '#server/log.ts'
import { testDatabase } from '#tests/support/postgres.ts'

const log = createLog('silent')

test('a job that two nodes want is done by one of them, once', async () => {
  const database = await testDatabase()
  const done: string[] = []
  const handlers = { greet: async (payload: unknown) => void done.push(String(payload)) }
  for (let number = 0; number < 50; number++)
    await enqueueJob(database.db, { kind: 'greet', key: `${number}`, payload: `${number}` })

  const nodes = [database, database.connectAgain()].map(({ db }) => startWorker({ db, log, handlers, schedules: [] }))
  await expect.poll(() => done.length).toBeGreaterThanOrEqual(50)
  await Promise.all(nodes.map((node) => node.stop()))
  expect(new Set(done).size).toBe(50)
  expect(done).toHaveLength(50)
})

test('a job that fails is kept with its reason and comes again later', async () => {
  const { db, sql } = await testDatabase()
  await enqueueJob(db, { kind: 'stumble', key: 'once' })
  const failed = Promise.withResolvers<void>()
  const handlers = {
    stumble: async () => {
      failed.resolve()
      throw new Error('no luck')
    },
  }
  const node = startWorker({ db, log, handlers, schedules: [] })
  await failed.promise
  await node.stop()
  const [job] = await sql`select attempts, last_error, done_at, run_at > now() as is_later from jobs`
  expect(job).toMatchObject({ attempts: 1, last_error: 'Error: no luck', done_at: null, is_later: true })
})

test('a scheduled job runs at start although a killed node still holds its round', async () => {
  const { db, sql } = await testDatabase()
  await enqueueJob(db, { kind: 'round', key: 'schedule' })
  await sql`update jobs set locked_until = now() + interval '1 hour'`
  const ran = Promise.withResolvers<void>()
  const node = startWorker({
    db,
    log,
    handlers: { round: async () => ran.resolve() },
    schedules: [{ kind: 'round', everySeconds: 3600 }],
  })
  await ran.promise
  await node.stop()
})
