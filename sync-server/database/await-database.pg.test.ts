import { connect as connectSocket, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, startTemplate } from '#tests/support/database/template-database.ts'
import { awaitDatabase } from './await-database.ts'
import { connect } from './client.ts'

/** A TCP port that leads to the unix socket of a Postgres, as `DATABASE_URL` needs one. */
const tcpTo = (socketPath: string) =>
  createServer((client) => {
    const upstream = connectSocket(socketPath)
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy()).on('error', () => client.destroy())
    upstream.on('close', () => client.destroy()).on('error', () => upstream.destroy())
  })

async function freePort() {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

const open = (address: string) => {
  const { sql, close } = connect(address)
  onTestFinished(close)
  return sql
}

test('a database that starts later than the server is waited for, and the wait is reported once', async () => {
  const { socketPath } = await startTemplate()
  const { database } = await createDatabase(socketPath)
  const port = await freePort()
  const address = `postgres://postgres@127.0.0.1:${port}/${database}`
  const reasons: string[] = []
  const listening = Promise.withResolvers<void>()
  const onWaiting = (reason: string) => {
    reasons.push(reason)
    const server = tcpTo(socketPath).listen(port, '127.0.0.1', () => listening.resolve())
    onTestFinished(() => void server.close())
  }
  await awaitDatabase(open(address), address, { onWaiting })
  await listening.promise
  expect(reasons).toEqual(['ECONNREFUSED'])
})

test('a database that does not answer is named by host and port, without the credentials', async () => {
  const address = `postgres://ada:a-secret@127.0.0.1:${await freePort()}/latchkey`
  const failed = awaitDatabase(open(address), address, { deadlineMs: 300 })
  await expect(failed).rejects.toThrow(
    /^DATABASE_URL: no connection to 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. Check that Postgres is running/,
  )
  await expect(failed).rejects.not.toThrow(/a-secret|ada/)
})

test('a database that does not exist is reported at once', async () => {
  const { socketPath } = await startTemplate()
  const server = tcpTo(socketPath)
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `postgres://postgres@127.0.0.1:${port}/no_such_database`
  const onWaiting = () => expect.unreachable('it waits')
  await expect(awaitDatabase(open(address), address, { onWaiting })).rejects.toThrow(/\(3D000\)\. The database does not exist\./)
})
