import { expect, onTestFinished, test } from 'vitest'
import { PRUNE_BLOCKS } from '#server/features/admin/blocks/service.ts'
import { type Block, type Blocks, DEFAULT_BLOCK_DAYS } from '#shared/admin/blocks.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { account } from '#tests/support/actors/account.ts'
import { giveRoles } from '#tests/support/actors/admins.ts'
import { movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import { listInvestor, runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { listTickets } from '#tests/support/state/team.ts'

const clock = movableClock()
const app = await startTestApp({ env: { TRUST_PROXY: '1' }, world: { now: clock.now } })
const { db } = app.database

type Answer = Block & { code?: string; message?: string }

const admin = await account(app)
await giveRoles(app, admin, ['support'])
/** Adds an entry that ends with its test. */
async function block(kind: Block['kind'], value: string, given: object = {}) {
  const answer = await admin.post<Answer>(
    '/api/admin/blocks',
    { kind, value, reason: 'Spam.', days: DEFAULT_BLOCK_DAYS, ...given },
    { headers: { 'x-forwarded-for': '192.0.2.44' } },
  )
  const { id } = answer.body
  if (id) onTestFinished(async () => void (await end(id)))
  return answer
}
const end = (id: string) => admin.post<Answer>(`/api/admin/blocks/${id}/end`, { reason: 'By mistake.' })
const find = async (id: string) =>
  (await admin.get<Blocks>('/api/admin/blocks')).body.blocks.find((one) => one.id === id) as Block

const FREE = '192.0.2.10'
const vcId = await listInvestor(db)
const REQUEST = { name: 'Ada', subject: 'Nothing opens', category: 'technical', message: 'The page stays white on my phone.' }

const PASSWORDS = { password: 'correct horse battery', confirmPassword: 'correct horse battery' }
const SLOT = { start: '2099-03-02T09:00:00Z', end: '2099-03-02T09:30:00Z' }

type Entrance = [name: string, path: string, body: (email: string) => object]
const entrances: Entrance[] = [
  [
    'a sign-up',
    '/api/auth/register',
    (email) => ({ ...PASSWORDS, email, firstName: 'Ada', lastName: 'Member', userType: 'founder' }),
  ],
  ['a password link', '/api/auth/forgot-password', (email) => ({ email })],
  ['the code of a claim', '/api/claims', (email) => ({ email })],
  ['the newsletter', '/api/newsletter-signup', (email) => ({ email })],
  ['a support ticket', '/api/support', (email) => ({ ...REQUEST, email })],
  ['feedback', '/api/submit-request', (email) => ({ email, message: 'Please add a list.' })],
  ['a profile request', `/api/listings/${vcId}/remove`, (email) => ({ email })],
  [
    'a call',
    '/api/create-meeting-payment',
    (email) => ({ vcId, selectedSlot: SLOT, bookingDetails: { name: 'Ada Member', email } }),
  ],
  ['an unlock', '/api/create-vc-unlock-payment', (email) => ({ vcId, email })],
]
const call = async (path: string, body: object, from = FREE, by: Client = app.visitor()) => {
  const { status, body: answer } = await by.post<{ code?: string }>(path, body, { headers: { 'x-forwarded-for': from } })
  return { status, code: answer.code }
}
const refused = { status: 403, code: 'blocked' }

test.each(entrances)(
  '%s is refused for a blocked address, mail domain and network, and for no other',
  async (name, path, body) => {
    const tag = `x${Bun.hash(name).toString(36)}`
    const ids = [
      await block('email', ` Bad@${tag}.mail.example `),
      await block('domain', `${tag}.spam.example`),
      await block('network', `203.0.113.9/24`),
      await block('network', '2001:db8:77::/48'),
    ].map(({ body }) => body.id)
    for (const [email, from] of [
      [`bad@${tag}.mail.example`],
      [`any@${tag}.spam.example`],
      [`any@deep.${tag}.spam.example`],
      [`one@${tag}.example`, '203.0.113.200'],
      [`two@${tag}.example`, '2001:db8:77:5::1'],
    ] as [string, string?][])
      expect([email, await call(path, body(email), from)]).toEqual([email, refused])
    expect((await find(ids[1] as string)).hits).toBe(2)
    for (const email of [`good@${tag}.mail.example`, `any@x${tag}.spam.example`])
      expect([email, (await call(path, body(email), '203.0.114.1')).code]).not.toEqual([email, 'blocked'])
    for (const id of ids) await end(id)
    expect((await call(path, body(`bad@${tag}.mail.example`), '203.0.113.200')).code).not.toBe('blocked')
  },
)

test('a refusal is the same for known and unknown accounts', async () => {
  const known = await account(app)
  await block('email', known.user.email)
  await block('email', 'unknown@nowhere.example')
  const ask = (email: string) => app.visitor().post('/api/auth/forgot-password', { email })
  const [first, second] = [await ask(known.user.email), await ask('unknown@nowhere.example')]
  expect(first.status).toBe(403)
  expect(second).toMatchObject({ status: 403, body: first.body as object })
})

test('a message that a device had kept for later is refused, and nothing of it is stored', async () => {
  await block('email', 'late@spam.example')
  const send = (email: string) => {
    const args = { id: Bun.randomUUIDv7(), ...REQUEST, email }
    const mutation = { id: newMutationId(), name: 'support.submit', args, madeAt: clock.now().toISOString() }
    return app
      .visitor()
      .post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
      .then(({ body }) => ({ id: args.id, result: body.results[0] }))
  }
  const { id, result } = await send('late@spam.example')
  expect(result).toMatchObject({ status: 'refused', code: 'blocked' })
  expect(await listTickets(db, { id })).toEqual([])
  expect((await send('late@mail.example')).result?.status).toBe('applied')
})

test('an account with a confirmed address keeps buying and writing from a blocked network', async () => {
  const ada = await account(app)
  await giveRoles(app, ada, [])
  const { body } = await block('network', '198.51.100.0/24')
  const from = '198.51.100.7'
  expect((await call('/api/support', { ...REQUEST, email: ada.user.email }, from, ada)).status).toBe(200)
  expect((await call('/api/create-vc-unlock-payment', { vcId, email: ada.user.email }, from, ada)).status).toBe(200)
  await end(body.id)
})

test('no admin blocks the own address, mail domain or network', async () => {
  const domain = admin.user.email.split('@')[1] as string
  const own: [Block['kind'], string][] = [
    ['email', admin.user.email.toUpperCase()],
    ['domain', domain],
    ['network', '192.0.2.44'],
    ['network', '192.0.0.0/16'],
  ]
  for (const [kind, value] of own)
    expect([value, await block(kind, value)]).toMatchObject([value, { status: 409, body: { code: 'admin.own-block' } }])
  expect((await block('network', '192.0.2.45')).status).toBe(200)
})

test.each([
  ['email', 'spam.example'],
  ['domain', 'spam'],
  ['network', '10.0.0.0/7'],
  ['network', '2001::/15'],
  ['network', '::1'],
  ['network', '::ffff:203.0.113.7'],
  ['network', '203.0.113.7/33'],
] as const)('%s %s is no entry of the list', async (kind, value) => {
  expect(await block(kind, value)).toMatchObject({ status: 422, body: { fields: [{ path: 'value' }] } })
})

test('the log has who blocked and ended, why and until when, and not what was blocked', async () => {
  const { body } = await block('email', 'private@spam.example', { days: null })
  expect(body).toMatchObject({ value: 'private@spam.example', endsAt: null, isInForce: true, hits: 0 })
  expect((await end(body.id)).body.isInForce).toBe(false)
  expect((await end(body.id)).status).toBe(200)
  const entries = await auditEntriesOf(db, body.id)
  expect(entries).toMatchObject([
    { actorId: admin.user.id, action: 'blocked', after: { kind: 'email', until: 'no end', note: 'Spam.' } },
    { actorId: admin.user.id, action: 'unblocked', after: { status: 'ended', note: 'By mistake.' } },
  ])
  expect(JSON.stringify(entries)).not.toContain('private@')
})

test('a block ends by itself, and is deleted 90 days later', async () => {
  const { body } = await block('email', 'once@spam.example', { days: 1 })
  const subscribe = () => call('/api/newsletter-signup', { email: 'once@spam.example' })
  expect(await subscribe()).toEqual(refused)
  clock.forwardDays(1)
  expect((await subscribe()).status).toBe(200)
  await staySignedIn(db, clock.now())
  clock.forwardDays(89)
  await staySignedIn(db, clock.now())
  await runJob(app, PRUNE_BLOCKS)
  expect(await find(body.id)).toMatchObject({ isInForce: false, hits: 1 })
  clock.forwardDays(2)
  await staySignedIn(db, clock.now())
  await runJob(app, PRUNE_BLOCKS)
  expect(await find(body.id)).toBeUndefined()
})
