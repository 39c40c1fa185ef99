import { sql as drizzle } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { enqueueJob, type JobHandlers } from '#server/jobs/queue.ts'
import { type JobRun, LeaseLost } from '#server/jobs/run.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createLog } from '#server/log.ts'
import { startTestApp } from '#tests/support/app.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { listJobs } from '#tests/support/state/jobs.ts'

const log = createLog('silent')

test('a job that two nodes claim is done by one of them, once', async () => {
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

test('a failed job is kept with its reason and retried later', async () => {
  const { db } = await testDatabase()
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
  const [job] = await listJobs(db)
  expect(job).toMatchObject({ attempts: 1, lastError: 'Error: no luck', doneAt: null })
  expect(job?.runAt.getTime()).toBeGreaterThan(Date.now())
})

test('the stored reason of a failed query contains none of its parameters', async () => {
  const { db } = await testDatabase()
  await enqueueJob(db, { kind: 'stumble', key: 'once' })
  const failed = Promise.withResolvers<void>()
  const handlers = {
    stumble: async () => {
      failed.resolve()
      await db.execute(drizzle`select * from nowhere where email = ${'ada@secret.example'}`)
    },
  }
  const node = startWorker({ db, log, handlers, schedules: [] })
  await failed.promise
  await node.stop()
  const [job] = await listJobs(db)
  expect(job?.lastError).toContain('Failed query: select * from nowhere')
  expect(job?.lastError).not.toContain('ada@secret.example')
})

test('a scheduled job runs at start even if a killed node still holds its lock', async () => {
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

/** A machine under load renews a lease seconds late. */
const LEASE_SECONDS = 6

test('a job that takes longer than its lease is not taken over: its lease is renewed while it runs', async () => {
  const database = await testDatabase()
  let runs = 0
  const ended = Promise.withResolvers<void>()
  const handlers = {
    slow: async () => {
      runs += 1
      await Bun.sleep(1000 * LEASE_SECONDS + 2000)
      ended.resolve()
    },
  }
  await enqueueJob(database.db, { kind: 'slow', key: 'one' })
  const nodes = [database, database.connectAgain()].map(({ db }) =>
    startWorker({ db, log, handlers, schedules: [], idleMs: 50, leaseSeconds: LEASE_SECONDS }),
  )
  await ended.promise
  await Promise.all(nodes.map((node) => node.stop()))
  expect(runs).toBe(1)
})

test('a run whose job was taken over stops before its effect, and leaves the job to the other run', async () => {
  const { db, sql } = await testDatabase()
  const [isRunning, mayContinue] = [Promise.withResolvers<JobRun | undefined>(), Promise.withResolvers<void>()]
  let effects = 0
  const handlers: JobHandlers = {
    pay: async (_, run) => {
      isRunning.resolve(run)
      await mayContinue.promise
      run?.requireLease()
      effects += 1
    },
  }
  await enqueueJob(db, { kind: 'pay', key: 'one' })
  const node = startWorker({ db, log, handlers, schedules: [], idleMs: 50, leaseSeconds: LEASE_SECONDS })
  const run = await isRunning.promise
  // By the clock of its own process its lease is not over: only the renewal can find out.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => clock.mockRestore())
  // Another node claims it, as it would after this one had been suspended.
  await sql`update jobs set attempts = attempts + 1, locked_until = now() + interval '1 hour'`
  await eventually(() => expect(() => run?.requireLease()).toThrow(LeaseLost))
  mayContinue.resolve()
  await node.stop()
  expect(effects).toBe(0)
  expect(await listJobs(db)).toMatchObject([{ doneAt: null, attempts: 2 }])
})

test('a long job continues from its stored progress, also after a fault, and starts from the beginning after it has finished', async () => {
  const { db } = await testDatabase()
  const seen: number[] = []
  const handlers: JobHandlers = {
    count: async (_, run) => {
      const from = (run?.progress as number | undefined) ?? 0
      seen.push(from)
      await run?.saveProgress(from + 10)
      if (seen.length === 1) throw new Error('stumbled')
      return from < 20 ? 'continue' : undefined
    },
  }
  await enqueueJob(db, { kind: 'count', key: 'one' })
  const node = startWorker({ db, log, handlers, schedules: [], idleMs: 50 })
  await expect.poll(() => seen).toEqual([0, 10, 20])
  await enqueueJob(db, { kind: 'count', key: 'two' })
  await expect.poll(() => seen).toEqual([0, 10, 20, 0, 10, 20])
  await node.stop()
})

test('one kind of job cannot starve another: events, mails and refunds run beside a flood of slow work', async () => {
  const { db } = await testDatabase()
  const mayContinue = Promise.withResolvers<void>()
  const done: string[] = []
  const slow = () => mayContinue.promise
  const handlers: JobHandlers = {
    flood: slow,
    deluge: slow,
    news: async () => void done.push('news'),
    refund: async () => void done.push('refund'),
    other: async () => void done.push('other'),
  }
  for (let number = 0; number < 20; number += 1) await enqueueJob(db, { kind: 'flood', key: `${number}` })
  const node = startWorker({ db, log, handlers, schedules: [], reserved: [['news'], ['refund']], idleMs: 50 })
  await Bun.sleep(300)
  await enqueueJob(db, { kind: 'other', key: 'one' })
  await expect.poll(() => done).toContain('other')
  // Now every general worker is busy.
  await enqueueJob(db, { kind: 'deluge', key: 'one' })
  await Bun.sleep(300)
  for (const kind of ['news', 'refund']) await enqueueJob(db, { kind, key: 'one' })
  await expect.poll(() => done).toEqual(expect.arrayContaining(['news', 'refund']))
  mayContinue.resolve()
  await node.stop()
})

test('a node that starts runs recurring jobs that are new or whose kind asks for it, and leaves the others to their interval', async () => {
  const { db } = await testDatabase()
  const ran: string[] = []
  const kinds = ['rare', 'catches-up']
  const handlers = Object.fromEntries(kinds.map((kind) => [kind, async () => void ran.push(kind)]))
  const schedules = [
    { kind: 'rare', everySeconds: 3600 },
    { kind: 'catches-up', everySeconds: 3600, runsAtStart: true },
  ]
  const first = startWorker({ db, log, handlers, schedules, idleMs: 20 })
  await eventually(() => expect(ran.toSorted()).toEqual(kinds.toSorted()))
  await first.stop()
  const second = startWorker({ db, log, handlers, schedules, idleMs: 20 })
  await eventually(() => expect(ran).toHaveLength(3))
  await second.stop()
  expect(ran.filter((kind) => kind === 'rare')).toHaveLength(1)
})

test('lanes that find nothing look once for all of them, and a new job still runs after one pause', async () => {
  const { db, observeStatements } = await testDatabase()
  let claims = 0
  observeStatements((text) => {
    if (text.includes('skip locked')) claims += 1
    return () => undefined
  })
  const ran: string[] = []
  const handlers: JobHandlers = { greet: async () => void ran.push('greet'), post: async () => void ran.push('post') }
  const node = startWorker({ db, log, handlers, schedules: [], reserved: [['post']], idleMs: 200 })
  await expect.poll(() => claims).toBeGreaterThanOrEqual(3)
  const [before, since] = [claims, performance.now()]
  await enqueueJob(db, { kind: 'post', key: 'once' })
  await expect.poll(() => ran).toEqual(['post'])
  await expect.poll(() => claims).toBeGreaterThanOrEqual(before + 14)
  // One claim for each pause, and one more for each of the four lanes after a job.
  expect(claims - before).toBeLessThanOrEqual((performance.now() - since) / 200 + 6)
  await node.stop()
})

test('a job that adds another one is followed by it without a pause', async () => {
  const { db, observeStatements } = await testDatabase()
  let claims = 0
  observeStatements((text) => {
    if (text.includes('skip locked')) claims += 1
    return () => undefined
  })
  const ran = Promise.withResolvers<void>()
  const handlers: JobHandlers = {
    first: async () => {
      // The other lanes have found nothing by now.
      await expect.poll(() => claims).toBeGreaterThanOrEqual(2)
      await enqueueJob(db, { kind: 'second', key: 'once' })
    },
    second: async () => ran.resolve(),
  }
  await enqueueJob(db, { kind: 'first', key: 'once' })
  const node = startWorker({ db, log, handlers, schedules: [], idleMs: 600_000 })
  await ran.promise
  await node.stop()
}, 30_000)

test('a node that starts beside others looks for missed payments and repairs the stamps of a restored dump', async () => {
  const app = await startTestApp()
  await app.anotherNode()
  const started = (await listJobs(app.database.db)).filter(({ key }) => key.startsWith('start:'))
  expect(started.map(({ kind }) => kind).toSorted()).toEqual(['payments.list-events', 'payments.reconcile', 'sync.mend-stamps'])
})
