import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { requireFreePort } from './preconditions.ts'

test('a client that connects while the port is probed does not delay the start', async () => {
  const reserved = createServer()
  const port = await new Promise<number>((resolve) =>
    reserved.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = reserved.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    }),
  )
  await new Promise((resolve) => reserved.close(resolve))
  let isOver = false
  let connections = 0
  const connecting = (async () => {
    while (!isOver) {
      await new Promise<void>((resolve) => {
        const client = connect(port, '127.0.0.1', () => {
          connections += 1
          resolve()
        })
        client.on('error', () => resolve())
      })
    }
  })()
  while (connections < 5) await requireFreePort({ host: '127.0.0.1', port })
  isOver = true
  await connecting
  expect(connections).toBeGreaterThanOrEqual(5)
})
