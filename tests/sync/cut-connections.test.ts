import { expect, test } from 'vitest'
import { processedMutations, savedInvestors } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { startTestApp } from '#tests/support/app.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'

const app = await startTestApp()
const cutter = app.database.connectAgain()

const PER_ROUND = 40
const FEWEST_CUTS = 11
/** The slower the machine, the more of its transactions are hit: without a limit the guests would write for minutes. */
const MOST_CUTS = 40
/** On a slow and busy machine the connections are terminated ten times as slowly. */
const TIMEOUT_MS = 240_000

/** Terminates one connection of the node that is inside a transaction, as a failover or an operator does. */
const cutOne = () => cutter.sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null
  order by random() limit 1`

test(
  'connections terminated inside transactions end no process, lose no reply and apply nothing twice',
  async () => {
    const guests = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = app.visitor()
        const clientId = newClientId()
        await client.post('/api/sync/push', { clientId, mutations: [] })
        return { client, clientId }
      }),
    )
    let isOver = false
    let cuts = 0
    const cutting = (async () => {
      while (!isOver && cuts < MOST_CUTS) {
        cuts += (await cutOne()).length
        await Bun.sleep(20)
      }
    })()

    let written = 0
    const write = async ({ client, clientId }: (typeof guests)[number]) => {
      let entries = Array.from({ length: PER_ROUND }, () => ({
        id: newMutationId(),
        name: 'investor.save' as const,
        args: { vcId: `rec${written++}` as VcId, isSaved: true },
        madeAt: new Date().toISOString(),
      }))
      for (let tries = 0; entries.length > 0 && tries < 200; tries += 1) {
        const { status, body } = await client.post<PushReply>('/api/sync/push', { clientId, mutations: entries })
        if (status !== 200) continue
        const done = new Set(body.results.filter((result) => result.status !== 'retry').map(({ id }) => id))
        entries = entries.filter(({ id }) => !done.has(id))
      }
      return entries.length
    }
    // On a busy machine the cutter gets fewer turns, so the guests write until enough connections were terminated.
    for (let round = 0; cuts < FEWEST_CUTS && round < 20; round += 1) {
      expect(await Promise.all(guests.map(write))).toEqual(guests.map(() => 0))
    }
    isOver = true
    await cutting

    expect(cuts).toBeGreaterThanOrEqual(FEWEST_CUTS)
    expect(await cutter.db.$count(savedInvestors)).toBe(written)
    expect(await cutter.db.$count(processedMutations)).toBe(written)
    expect((await app.visitor().get('/api/health')).status).toBe(200)
  },
  TIMEOUT_MS,
)
