import { expect, test } from 'vitest'
import { createMetrics } from '#server/observe/metrics.ts'
import { reencode } from '#server/storage/images.ts'
import { privateRoutes } from '#server/sync/private/routes.ts'
import { applyAll } from '#server/sync/push/apply-mutations.ts'
import { picture } from '#tests/support/samples/pictures.ts'

/** As from one customer of an IPv6 provider, with 65,536 blocks. */
const addressOf = (net: number) => `2001:db8:7:${net.toString(16)}::9`
const blockOf = (net: number) => `2001:db8:7:${net.toString(16)}::/64`

test('pulls of one customer, from any number of blocks, take six places of a node, and another one is read immediately', async () => {
  const begun: string[] = []
  const release: (() => void)[] = []
  const lane = {
    lookUp: async () => undefined,
    pull: (principalId: string, _: unknown, { inTurn }: { inTurn: (work: () => Promise<void>) => Promise<void> }) =>
      inTurn(() => {
        begun.push(principalId)
        return new Promise((resolve) => void release.push(resolve))
      }),
  }
  let guests = 0
  const findCaller = async () => {
    guests += 1
    return { principalId: `prn_${guests}` }
  }
  const identity = { findCaller, requireOwner: async () => undefined }
  const deps = { lane, identity, limit: async () => undefined, trustedProxies: 1, metrics: createMetrics() }
  const http = privateRoutes(deps as unknown as Parameters<typeof privateRoutes>[0])
  const pull = (from: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
    return http.handle(new Request('http://localhost/api/sync/me', { method: 'POST', headers, body: '{"have":{}}' }))
  }
  const pulls = Array.from({ length: 12 }, (_, net) => pull(addressOf(net)))
  await expect.poll(() => begun).toHaveLength(6)
  pulls.push(pull('2001:db8:8:1::9'))
  await expect.poll(() => begun.at(-1)).toBe('prn_13')
  expect(begun).toHaveLength(7)
  while (begun.length < 13 || release.length > 0) {
    release.shift()?.()
    await Bun.sleep(0)
  }
  expect((await Promise.all(pulls)).map(({ status }) => status)).toEqual(Array(13).fill(204))
})

test('a mutation takes a place of the customer, of the block, and of the principal', async () => {
  const paths: string[][] = []
  const gate = async (_: unknown, ...path: string[]) => {
    paths.push(path)
    return { id: 'mut_1', status: 'applied' }
  }
  const sender = { principalId: 'prn_1', address: blockOf(1), hasLeft: () => false, charge: () => undefined }
  const parsed = { mutation: { id: 'mut_1', name: 'investor.save' }, orderingKeys: ['investor rec1'] }
  const [deps, of, mutations] = [{ gate }, sender, [parsed]] as unknown as Parameters<typeof applyAll>
  await applyAll(deps, of, mutations)
  expect(paths).toEqual([['2001:db8:7::/48', blockOf(1), 'prn_1']])
})

test('pictures of one customer, from any number of blocks, wait in five places of eight', async () => {
  const bytes = await picture('png', { width: 1500, height: 1500 })
  const outcomeOf = (sent: Promise<unknown>) =>
    sent.then(
      () => 'kept',
      (error) => error.code,
    )
  const sent = Array.from({ length: 8 }, (_, net) => outcomeOf(reencode(bytes, blockOf(net))))
  const other = outcomeOf(reencode(bytes, '203.0.113.7'))
  expect(await Promise.all(sent)).toEqual([...Array(6).fill('kept'), 'uploads.busy', 'uploads.busy'])
  expect(await other).toBe('kept')
})
