import { expect, test } from 'vitest'
import { startCostNode } from '#tests/support/request-cost.ts'

// A process of its own: hashes have their real cost there, and so has the decoy, which a server keeps for as long as it runs.
const { visitor } = await startCostNode()
await visitor().post('/api/auth/register', {
  email: 'known@example.com',
  password: 'k7#mQz2pp',
  confirmPassword: 'k7#mQz2pp',
  firstName: 'Ada',
  lastName: 'Member',
  userType: 'founder',
})

const PAIRS = 40

/** Sends requests for the known and an unknown address in turn, so that other load of the machine slows both alike. */
async function timePairs(ask: (email: string) => Promise<unknown>) {
  const client = async (email: string) => {
    const startedAt = performance.now()
    await ask(email)
    return performance.now() - startedAt
  }
  const pairs: [known: number, unknown: number][] = []
  for (let pair = -3; pair < PAIRS; pair += 1) {
    const stranger = `stranger-${pair}@example.com`
    // The order alternates; the first pairs are warm-up.
    const [first, second] = pair % 2 === 0 ? ['known@example.com', stranger] : [stranger, 'known@example.com']
    const [one, other] = [await client(first), await client(second)]
    if (pair >= 0) pairs.push(pair % 2 === 0 ? [one, other] : [other, one])
  }
  return pairs
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

test('the known address has an account', async () => {
  const reply = await visitor().post('/api/auth/login', { email: 'known@example.com', password: 'k7#mQz2pp' })
  expect(reply.status).toBe(200)
})

test.each<[string, (email: string) => Promise<unknown>]>([
  ['a wrong password', (email) => visitor().post('/api/auth/login', { email, password: 'not-the-password' })],
  ['a forgotten password', (email) => visitor().post('/api/auth/forgot-password', { email })],
])('%s takes the same time for a known and an unknown address', async (_, ask) => {
  const pairs = await timePairs(ask)
  const slower = pairs.filter(([known, unknown]) => known > unknown).length
  // Within a pair, so that temporary load of the machine slows both requests of it.
  const ratio = median(pairs.map(([known, unknown]) => known / unknown))
  // Of 40 fair tosses fewer than 7 or more than 33 fall on one side once in 60,000 times; without the decoy’s hash all 40 do.
  expect(slower).toBeGreaterThanOrEqual(7)
  expect(slower).toBeLessThanOrEqual(33)
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1 / 0.6)
})
