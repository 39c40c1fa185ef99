import { describe, expect, onTestFinished, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { addListings, listing } from '#tests/support/actors/directory.ts'
import { held } from '#tests/support/actors/listings.ts'
import { LiveDevice } from '#tests/support/actors/live-device.ts'
import { CARDS, listInvestor, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { confirmedBy, startWriter } from '#tests/support/actors/steady-writer.ts'
import { startTestApp } from '#tests/support/app.ts'
import { pgbouncerBinary, startPgBouncer } from '#tests/support/database/pgbouncer.ts'
import { openViolations } from '#tests/support/state/ledger.ts'
import { countSaved } from '#tests/support/state/mutations.ts'
import { until } from '#tests/support/until.ts'

const reason = pgbouncerBinary ? '' : ' (not run: PgBouncer is not installed)'

describe.skipIf(reason)(`PgBouncer in transaction mode${reason}`, async () => {
  if (!pgbouncerBinary) return
  const pooler = await startPgBouncer(pgbouncerBinary)
  const app = await startTestApp({ database: pooler.database, env: { LOG_LEVEL: 'silent' } })
  const { db } = app.database

  test('two nodes share five connections: purchases, pushes and live changes arrive', async () => {
    const other = await app.anotherNode()
    const writers = [app, other, app, other].map((node) => startWriter(node.visitor()))
    const device = new LiveDevice(other.url)
    onTestFinished(() => device.close())
    await device.connect()
    const founder = await app.member()
    const bought: VcId[] = []
    for (let count = 0; count < 3; count++) {
      const vcId = await listInvestor(db)
      const { clientSecret } = (await startPayment(founder, vcId)).body
      await payWithCard(app, clientSecret, CARDS.good)
      bought.push(vcId)
    }
    const contacts = async () => ((await held(founder)).contacts ?? []).map(({ id }) => id).sort()
    await until(contacts, (ids) => ids.length === bought.length)
    expect(await contacts()).toEqual(bought.toSorted())
    await Promise.all(writers.map((writer) => writer.confirms(10)))
    for (const writer of writers) await writer.end()

    await addListings(db, listing('recLater', { name: 'Listed later' }))
    await until(async () => device.messages.some((message) => JSON.stringify(message).includes('recLater')))
    expect(await countSaved(db)).toBe(confirmedBy(writers))
    expect(writers.flatMap(({ replies }) => replies.filter(({ status }) => status !== 200))).toEqual([])
    expect(await openViolations(db)).toEqual([])
  })

  test('a pooler that is replaced costs retries only', async () => {
    const before = await countSaved(db)
    const writers = Array.from({ length: 4 }, () => startWriter(app.visitor()))
    await Promise.all(writers.map((writer) => writer.confirms(5)))
    await pooler.replace()
    await Promise.all(writers.map((writer) => writer.confirms(5)))
    for (const writer of writers) await writer.end()
    const failed = writers.flatMap(({ replies }) => replies.filter(({ status }) => status !== 200))
    expect(failed.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([])
    expect((await countSaved(db)) - before).toBe(confirmedBy(writers))
  })
})
