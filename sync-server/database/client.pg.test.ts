import { type AddressInfo, createConnection, createServer } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '#server/database/client.ts'

const [READY, QUERY, SYNC] = ['Z', 'Q', 'S'].map((letter) => letter.charCodeAt(0))
/** The first message of a connection has no type. */
const HEADER = { startup: 0, message: 1 }

/** Calls back with the type of each message of one direction. */
function readMessages(onType: (type: number) => void, isStartup: boolean) {
  let rest = Buffer.alloc(0)
  let header = isStartup ? HEADER.startup : HEADER.message
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= header + 4) {
      const end = header + rest.readInt32BE(header)
      if (rest.length < end) break
      if (header === HEADER.message) onType(rest[0] ?? 0)
      rest = rest.subarray(end)
      header = HEADER.message
    }
  }
}

/** Relays to Postgres, and counts how many statements a client has sent that are not answered. */
async function startRelay(socketPath: string) {
  const seen = { statements: 0, mostAtOnce: 0 }
  const server = createServer((client) => {
    const upstream = createConnection(socketPath)
    let open = 1
    const read = (type: number) => {
      if (type !== QUERY && type !== SYNC) return
      seen.statements++
      seen.mostAtOnce = Math.max(seen.mostAtOnce, ++open)
    }
    const answered = (type: number) => void (type === READY && open--)
    client.on('data', readMessages(read, true)).pipe(upstream)
    upstream.on('data', readMessages(answered, false)).pipe(client)
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) one.on('error', () => other.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { seen, port: (server.address() as AddressInfo).port }
}

test.each([
  ['a pooler', '?prepare=false', false],
  ['no pooler', '', true],
])('in front of %s statements are pipelined on a connection: %s %s', async (_, options, isPipelined) => {
  const { seen, port } = await startRelay(inject('postgresSocket'))
  const { sql, close } = connect(`postgres://postgres@127.0.0.1:${port}/postgres${options}`, { max: 1 })
  await sql`select 1`
  const ask = (number: number) => (number % 2 ? sql`select 1` : sql`select ${number}::int`)
  await Promise.all(Array.from({ length: 20 }, (__, number) => ask(number)))
  await close()
  expect(seen.statements).toBeGreaterThan(20)
  expect(seen.mostAtOnce > 1).toBe(isPipelined)
})

test('statements one after the other use one connection of a pool, the one that was used last', async () => {
  const { sql, close } = connect({ socketPath: inject('postgresSocket'), database: 'postgres' }, { max: 3 })
  const pidOf = async () => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.01)`)[0]?.pid
  const opened = new Set(await Promise.all([pidOf(), pidOf(), pidOf()]))
  expect(opened.size).toBe(3)
  const used = new Set<number | undefined>()
  for (let at = 0; at < 6; at++) used.add(await pidOf())
  expect(used.size).toBe(1)
  const reserved = await sql.reserve()
  const [row] = await reserved<{ pid: number }[]>`select pg_backend_pid() as pid`
  expect([...used]).toEqual([row?.pid])
  reserved.release()
  await close()
})
