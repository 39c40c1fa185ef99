import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rateLimits } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { createProofs } from '#server/http/limits/proof/proofs.ts'
import { type Bucket, createLimit, pruneBuckets } from '#server/http/limits/rate-limit.ts'
import type { SolvedProof } from '#shared/proof-of-work/contract.ts'
import { READY } from '#shared/proof-of-work/header.ts'
import { startTestApp } from '#tests/support/app.ts'
import { storedText } from '#tests/support/state/rows.ts'
import { solveProof } from '#web/net/tab/solve-proof.ts'
import { ADDRESS, challengeFor, fill, fillProven, from, LIMITED, type Refused, SIGNUP, signUp, solve } from './setup.ts'

const TOKEN = 'a-token-of-the-monitoring'
const app = await startTestApp({ env: { ...LIMITED, HEALTH_TOKEN: TOKEN } })
await fill(app, 'newsletter-address', ADDRESS, 100)
const proof = await solve(await challengeFor(app))

test('a solved challenge passes a full limit once', async () => {
  const solved = await solve(await challengeFor(app))
  expect((await signUp(app, solved)).status).toBe(200)
  expect((await signUp(app, solved)).body).toMatchObject({ code: 'limits.proof-needed', challenge: { parameters: {} } })
})

test('an app of the last release gets the refusal that it knows', async () => {
  const refused = await signUp(app)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  expect(refused.body.challenge).toBeUndefined()
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
})

test('nothing is asked for before the limit is full', async () => {
  expect((await signUp(app, READY, '10.0.0.2')).status).toBe(200)
})

const changed = (change: (proof: SolvedProof) => void): string => {
  const copy: SolvedProof = JSON.parse(proof)
  change(copy)
  return JSON.stringify(copy)
}

test.each([
  ['with another key', changed(({ solution }) => (solution.derivedKey = 'a'.repeat(64)))],
  ['of a cheaper challenge', changed(({ challenge }) => (challenge.parameters.cost = 1))],
  ['of a challenge that expires later', changed(({ challenge }) => (challenge.parameters.expiresAt += 3600))],
  ['that is not JSON', 'solved'],
  ['of 6,000 characters', 'x'.repeat(6000)],
  ['with fields of other types', JSON.stringify({ challenge: { parameters: null }, solution: [] })],
  ['with a deep value', `${'['.repeat(900)}${']'.repeat(900)}`],
])('a proof %s is refused, and another challenge given', async (_, wrong) => {
  expect(await signUp(app, wrong)).toMatchObject({ status: 429, body: { code: 'limits.proof-needed' } })
})

test('a proof of one call does not serve another, nor another address', async () => {
  await fill(app, 'claim-address', ADDRESS, 100)
  await fill(app, 'newsletter-address', '10.0.0.3', 100)
  const claim = await app.visitor().post<Refused>('/api/claims', { email: 'ada@example.com' }, from(ADDRESS, proof))
  expect(claim).toMatchObject({ status: 429, body: { code: 'limits.proof-needed' } })
  expect(await signUp(app, proof, '10.0.0.3')).toMatchObject({ status: 429, body: { code: 'limits.proof-needed' } })
  // It is right: it was only sent to the wrong place.
  expect((await signUp(app, proof)).status).toBe(200)
})

test('an expired proof is refused', async () => {
  const keys = await openKeyring(app.database.db)
  const given = async (ageMs: number) => {
    const proofs = createProofs({ keys, now: () => Date.now() - ageMs })
    const challenge = await proofs.give({ header: READY, call: `POST ${SIGNUP}`, address: ADDRESS }, 0)
    return (await signUp(app, await solveProof(challenge))).status
  }
  expect(await given(6 * 60_000)).toBe(429)
  expect(await given(4 * 60_000)).toBe(200)
})

test('a proof that is sent to two nodes at once passes one of them', async () => {
  const other = await app.anotherNode()
  const solved = await solve(await challengeFor(app))
  const statuses = (await Promise.all([signUp(app, solved), signUp(other, solved)])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 429])
  expect((await signUp(other, solved)).status).toBe(429)
})

test('attempts without a proof use up nothing of what proofs may use', async () => {
  const address = '10.0.0.4'
  await fill(app, 'newsletter-address', address, 100)
  for (let at = 0; at < 50; at += 1) await fill(app, 'newsletter-address', address, 100).catch(() => undefined)
  expect((await signUp(app, await solve(await challengeFor(app, address)), address)).status).toBe(200)
})

test('beyond the harder limit no challenge is given, and no proof passes', async () => {
  const address = '10.0.0.5'
  await fill(app, 'newsletter-address', address, 100)
  const solved = await solve(await challengeFor(app, address))
  await fillProven(app, 'newsletter-address', address, 299)
  for (const header of [READY, solved]) {
    const refused = await signUp(app, header, address)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(refused.body.challenge).toBeUndefined()
  }
})

test('a challenge is harder, the more proofs have used of the limit', async () => {
  const [address, db, keys] = ['10.0.0.10', app.database.db, await openKeyring(app.database.db)]
  const heats: number[] = []
  const given = createProofs({ keys })
  const give: typeof given.give = (offer, heat) => {
    heats.push(heat)
    return given.give(offer, heat)
  }
  const limit = createLimit({ db, scale: 1, keys, proofs: { ...given, give } })
  const ask = () => limit('newsletter-address', address, 1, { header: READY, call: `POST ${SIGNUP}`, address })
  await fill(app, 'newsletter-address', address, 100)
  await expect(ask()).rejects.toMatchObject({ code: 'limits.proof-needed', challenge: { parameters: {} } })
  await fillProven(app, 'newsletter-address', address, 149)
  await expect(ask()).rejects.toMatchObject({ code: 'limits.proof-needed' })
  expect(heats).toEqual([1 / 300, 0.5])
})

test('of two proofs for the last place, on two nodes, one passes', async () => {
  const address = '10.0.0.9'
  await fill(app, 'newsletter-address', address, 100)
  const other = await app.anotherNode()
  const solved = await Promise.all([app, other].map(async (node) => solve(await challengeFor(node, address))))
  await fillProven(app, 'newsletter-address', address, 298)
  const nodes = [app, other]
  const statuses = await Promise.all(nodes.map(async (node, at) => (await signUp(node, solved[at], address)).status))
  expect(statuses.sort()).toEqual([200, 429])
})

test('what is kept of a proof has neither the address nor the challenge, and is deleted with the counters', async () => {
  const solved = await solve(await challengeFor(app))
  expect((await signUp(app, solved)).status).toBe(200)
  const read = () => storedText(app.database.db, rateLimits)
  const rows = await read()
  const { challenge }: SolvedProof = JSON.parse(solved)
  for (const text of [ADDRESS, challenge.signature, challenge.parameters.data.from]) expect(rows).not.toContain(text)
  const used = sql`bucket = 'proof-used'`
  expect(rows).toContain('proof-used')
  await app.database.db.update(rateLimits).set({ windowStart: sql`now() - interval '61 minutes'` }).where(used)
  await pruneBuckets(app.database.db)
  expect(await read()).not.toContain('proof-used')
})

test('one proof passes all full limits of a request: of a new guest and of its ticket', async () => {
  const address = '10.0.0.6'
  await fill(app, 'guest-address', address, 1000)
  await fill(app, 'help-address', address, 100)
  const ticket = {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    subject: 'The badge printer',
    message: 'It prints nothing but the number of my booth.',
  }
  const ask = (header: string) => app.visitor().post<Refused>('/api/support', ticket, from(address, header))
  expect((await ask(await solve(await ask(READY)))).status).toBe(200)
})

const password = 'k7#mQz2ppX'
const account = { email: 'new@example.com', password, confirmPassword: password, firstName: 'Ada', lastName: 'New' }
const token = 'x'.repeat(43)

test.each<[form: string, bucket: Bucket, size: number, key: string, path: string, body: object]>([
  ['sign-in', 'login-address', 100, '', '/api/auth/login', { email: 'ada@example.com', password }],
  ['sign-up', 'register-address', 30, '', '/api/auth/register', { ...account, userType: 'founder' }],
  ['forgotten password', 'forgot-address', 100, '', '/api/auth/forgot-password', { email: 'ada@example.com' }],
  ['reset of a password', 'reset-address', 100, '', '/api/auth/reset-forgotten', { token, newPassword: password }],
  ['claim of purchases', 'claim-address', 100, '', '/api/claims', { email: 'ada@example.com' }],
  ['request about a profile', 'profile-request-address', 100, '', '/api/listings/recX/remove', { email: 'ada@example.com' }],
  ['feedback', 'help-address', 100, '', '/api/submit-request', { message: 'It is fine.' }],
  ['payment of a guest', 'intent-address', 200, 'intent:', '/api/create-vc-unlock-payment', { vcId: 'recX' }],
  [
    'request for an introduction',
    'intent-address',
    200,
    'vc-request:',
    '/api/vc-request',
    { vcId: 'recX', requestType: 'intro' },
  ],
])('the form of a %s gives a challenge when its address is full', async (_, bucket, size, key, path, body) => {
  const address = '10.0.1.1'
  await fill(app, bucket, `${key}${address}`, size).catch(() => undefined)
  const ask = (header?: string) => app.visitor().post<Refused>(path, body, from(address, header))
  expect(await ask(READY)).toMatchObject({ status: 429, body: { code: 'limits.proof-needed' } })
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
})

test('a limit that protects one account is not passed by a proof', async () => {
  const address = '10.0.0.7'
  await fill(app, 'login-identifier', 'grace@example.com', 10)
  const login = { email: 'grace@example.com', password: 'not-the-password' }
  expect(await app.visitor().post('/api/auth/login', login, from(address, READY))).toMatchObject({
    status: 429,
    body: { code: 'too-many-requests' },
  })
})

test('the operator turns proofs off, and sees how many were given, solved and failed', async () => {
  const address = '10.0.0.8'
  await fill(app, 'newsletter-address', address, 100)
  const node = await app.anotherNode()
  await signUp(node, await solve(await challengeFor(node, address)), address)
  await signUp(node, 'wrong', address)
  const read = { headers: { authorization: `Bearer ${TOKEN}` } }
  const metrics = await (await node.visitor().send('/api/metrics', read)).text()
  expect(metrics.match(/^latchkey_proofs_total.*/gm)?.sort()).toEqual([
    'latchkey_proofs_total{result="failed"} 1',
    'latchkey_proofs_total{result="given"} 2',
    'latchkey_proofs_total{result="solved"} 1',
  ])
  const off = await app.anotherNode({ PROOF_OF_WORK: 'off' })
  expect(await challengeFor(off, address)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
})
