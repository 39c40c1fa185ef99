import { expect, onTestFinished, test } from 'vitest'
import { startProduct } from '#tests/e2e/support/server.ts'
import { type Entry, openWire, type Result, saveEntry, ticketEntry } from './support/wire.ts'

const PUSHES = 6
const ENTRIES = 20

test('a server killed during pushes and restarted has applied each entry once after it was sent again', async () => {
  const product = await startProduct({ SEED: 'none', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1000' })
  onTestFinished(() => product.dispose())
  const wire = openWire(product.url)
  await wire.push([])
  const batches = Array.from({ length: PUSHES }, (_, push) =>
    Array.from({ length: ENTRIES }, (_, at) => (at % 2 ? ticketEntry(`Ticket ${push} ${at}`) : saveEntry(`rec${push}x${at}`))),
  )
  const acknowledged = new Map<string, string>()
  const keep = (results: Result[]) => {
    for (const { id, status } of results) acknowledged.set(id, status)
  }
  const sent = batches.map((entries) =>
    wire.push(entries).then(
      ({ body }) => keep(body.results),
      () => undefined,
    ),
  )
  // Killed once the first of them is answered: the others are in flight.
  await Promise.race(sent)
  await product.kill()
  await Promise.all(sent)
  const before = new Map(acknowledged)

  await product.start()
  const waiting = (entries: Entry[]) => entries.filter(({ id }) => acknowledged.get(String(id)) !== 'applied')
  for (const entries of batches) keep((await wire.push(waiting(entries))).body.results)
  for (const entries of batches) {
    expect((await wire.push(entries)).body.results.map(({ status }) => status)).toEqual(entries.map(() => 'duplicate'))
  }

  expect([...before.values()].filter((status) => status === 'applied').length).toBeGreaterThan(0)
  const { sql, close } = await product.openDatabase()
  const all = batches.flat()
  const ids = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id).sort()
  const named = (name: string, key: string) =>
    all
      .filter((entry) => entry.name === name)
      .map(({ args }) => String((args as Record<string, unknown>)[key]))
      .sort()
  expect(await ids(sql`select id from processed_mutations where status = 'applied'`)).toEqual(
    all.map(({ id }) => String(id)).sort(),
  )
  expect(await ids(sql`select id from tickets`)).toEqual(named('feedback.submit', 'id'))
  expect(await ids(sql`select vc_id as id from saved_investors`)).toEqual(named('investor.save', 'vcId'))
  await close()
})
