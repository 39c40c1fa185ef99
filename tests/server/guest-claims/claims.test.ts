import { describe, expect, test } from 'vitest'
import { moveOrdersTo } from '#server/features/guest-claims/queries.ts'
import { askForDoubled } from '#server/features/orders/settlement/doubled.ts'
import type { OrderId } from '#shared/ids.ts'
import {
  confirmUnlock,
  hasUnlocked,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  startPayment,
} from '#tests/support/actors/money.ts'
import { verifyEmail } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { codeIn, mailsTo, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { listMailedSecrets } from '#tests/support/state/accounts.ts'
import { listJobs } from '#tests/support/state/jobs.ts'
import { listOrders, orderById } from '#tests/support/state/orders.ts'

const app = await startTestApp()
const { member, visitor, database } = app

/** A guest who paid, with the receipt sent to an address. */
async function aBuyer(email: string, buyer: Client = visitor()) {
  const vcId = await listInvestor(database.db)
  const { clientSecret } = (await startPayment(buyer, vcId, { email })).body
  await payWithCard(app, clientSecret, '4242424242424242')
  expect((await confirmUnlock(buyer, clientSecret, vcId)).status).toBe(200)
  return { buyer, vcId }
}

const claim = (client: Client, email: string) => client.post('/api/claims', { email })
const codeFor = async (email: string) => codeIn(await mailTo(app, email, /restore purchases/i))
const confirm = (client: Client, code: string) => client.post('/api/claims/confirm', { code })

test('a code to the receipt’s address transfers a purchase to another device, once', async () => {
  const { buyer, vcId } = await aBuyer('buyer@example.com')
  const laptop = visitor()
  expect(await claim(laptop, 'Buyer@Example.com')).toMatchObject({ status: 200, body: { success: true } })
  const code = await codeFor('buyer@example.com')
  expect(await confirm(laptop, code)).toMatchObject({ status: 200, body: { success: true, claimed: 1 } })
  expect(await hasUnlocked(laptop, vcId)).toBe(true)
  expect(await hasUnlocked(buyer, vcId)).toBe(false)
  expect(await confirm(laptop, code)).toMatchObject({ status: 403, body: { code: 'accounts.code-invalid' } })
})

test('the code works only for the requester', async () => {
  const { vcId } = await aBuyer('private@example.com')
  const asker = visitor()
  await claim(asker, 'private@example.com')
  const code = await codeFor('private@example.com')
  const thief = visitor()
  await claim(thief, 'thief@example.com')
  expect((await confirm(thief, code)).status).toBe(403)
  expect((await confirm(visitor(), code)).status).toBe(403)
  expect(await hasUnlocked(thief, vcId)).toBe(false)
  expect((await confirm(asker, code)).body).toMatchObject({ claimed: 1 })
})

test('five guesses, ten minutes, six digits', async () => {
  const asker = visitor()
  await claim(asker, 'guessed@example.com')
  const code = await codeFor('guessed@example.com')
  const wrong = code === '111111' ? '111112' : '111111'
  for (let guess = 0; guess < 5; guess += 1) expect((await confirm(asker, wrong)).status).toBe(403)
  expect((await confirm(asker, code)).status).toBe(403)
  const [token] = await listMailedSecrets(database.db, { email: 'guessed@example.com' })
  expect((token?.expiresAt.getTime() ?? 0) - (token?.createdAt.getTime() ?? 0)).toBe(10 * 60_000)
  expect(JSON.stringify(token)).not.toContain(code)
  expect((await confirm(asker, 'abcdef')).status).toBe(422)
})

test('a claim does not reveal whether an address has purchases', async () => {
  await aBuyer('rich@example.com')
  const [some, none] = [await claim(visitor(), 'rich@example.com'), await claim(visitor(), 'poor@example.com')]
  expect({ status: some.status, body: some.body }).toEqual({ status: none.status, body: none.body })
  await mailTo(app, 'poor@example.com', /restore purchases/i)
})

test('purchases of an account cannot be claimed, even by the address of the receipt', async () => {
  const ada = await member()
  const { vcId } = await aBuyer('shared-receipt@example.com', ada)
  const other = visitor()
  await claim(other, 'shared-receipt@example.com')
  expect((await confirm(other, await codeFor('shared-receipt@example.com'))).body).toMatchObject({ claimed: 0 })
  expect(await hasUnlocked(ada, vcId)).toBe(true)
})

test('registering the buyer’s address transfers nothing before the address is verified', async () => {
  const { vcId } = await aBuyer('later@example.com')
  const ada = await member({ email: 'later@example.com' })
  expect(await hasUnlocked(ada, vcId)).toBe(false)
  const token = tokenIn(await mailTo(app, 'later@example.com', /confirm/i))
  expect((await ada.post('/api/auth/verify-email', { token })).status).toBe(200)
  expect(await hasUnlocked(ada, vcId)).toBe(true)
})

test('an account’s erased purchases are restored by a code, and not by verifying the address again', async () => {
  const ada = await member({ email: 'returning@example.com' })
  const { vcId } = await aBuyer('returning@example.com', ada)
  await mailTo(app, 'returning@example.com', /confirm/i)
  expect((await ada.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  const again = await member({ email: 'returning@example.com' })
  await expect.poll(async () => (await mailsTo(app, 'returning@example.com', /confirm/i)).length).toBe(2)
  const token = tokenIn(await mailTo(app, 'returning@example.com', /confirm/i))
  expect((await again.post('/api/auth/verify-email', { token })).status).toBe(200)
  expect(await hasUnlocked(again, vcId)).toBe(false)

  await claim(again, 'returning@example.com')
  expect((await confirm(again, await codeFor('returning@example.com'))).body).toMatchObject({ claimed: 1 })
  expect(await hasUnlocked(again, vcId)).toBe(true)
})

describe('unpaid orders that strangers created with another user’s address', () => {
  /** As a stranger creates them: an order requires no card, and neither does the next one. */
  async function neverPaid(email: string, count: number) {
    const stranger = visitor()
    const { clientSecret } = (await startPayment(stranger, await listInvestor(database.db), { email })).body
    const { id } = await orderOfIntent(database.db, intentOf(clientSecret))
    await database.sql`insert into orders (id, principal_id, kind, target_type, target_id, amount, status, snapshot, updated_at)
      select id || '_' || made, principal_id, kind, target_type, target_id || made, amount,
        case made % 2 when 0 then 'cancelled' else 'expired' end, snapshot, now()
      from orders, generate_series(1, ${count}) made where id = ${id}`
    return stranger
  }

  test('do not prevent its owner from confirming it or from claiming paid purchases, and stay with their principal', async () => {
    const email = 'victim@example.com'
    await neverPaid(email, 3000)
    const { vcId } = await aBuyer(email)
    const victim = await member({ email })
    const token = tokenIn(await mailTo(app, email, /confirm/i))
    expect((await victim.post('/api/auth/verify-email', { token })).status).toBe(200)
    expect(await hasUnlocked(victim, vcId)).toBe(true)
    expect(await listOrders(database.db, { principalId: victim.user.principalId })).toHaveLength(1)

    const another = await aBuyer(email)
    await claim(victim, email)
    expect((await confirm(victim, await codeFor(email))).body).toMatchObject({ claimed: 1 })
    expect(await hasUnlocked(victim, another.vcId)).toBe(true)
  })

  test('are not transferred by a code', async () => {
    const email = 'abandoned@example.com'
    await neverPaid(email, 2)
    const laptop = visitor()
    await claim(laptop, email)
    expect((await confirm(laptop, await codeFor(email))).body).toMatchObject({ claimed: 0 })
  })
})

test('more purchases than a statement accepts parameters are transferred together', async () => {
  const [vcId, ada] = [await listInvestor(database.db), await member()]
  const pay = async (buyer: Client) => {
    const { clientSecret } = (await startPayment(buyer, vcId, { email: 'many@example.com' })).body
    await payWithCard(app, clientSecret, '4242424242424242')
    await confirmUnlock(buyer, clientSecret, vcId)
    return (await orderOfIntent(database.db, intentOf(clientSecret))).id
  }
  await pay(ada)
  const coming = await pay(visitor())
  const ids = [...Array.from({ length: 70_000 }, (_, at) => `ord_${at}` as OrderId), coming]
  await database.db.transaction(async (tx) => {
    await askForDoubled(tx, ids, ada.user.principalId)
    await moveOrdersTo(tx, ids, ada.user.principalId)
  })
  expect(await listJobs(database.db, { key: coming })).toHaveLength(1)
  expect((await orderById(database.db, coming)).principalId).toBe(ada.user.principalId)
})

test('strangers use up their own codes for a mailbox, and not those of its owner', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } })
  const email = 'wanted@example.com'
  const from = (address: string, client: Client = limited.visitor()) =>
    client.post('/api/claims', { email }, { headers: { 'x-forwarded-for': address } })
  const statuses: number[] = []
  for (let at = 0; at < 6; at += 1) statuses.push((await from('6.6.6.6')).status)
  expect(statuses).toEqual([...Array(5).fill(200), 429])
  expect((await from('10.0.0.1')).status).toBe(200)
  // From many addresses together they block it for minutes, and not at all for its verified account.
  for (let block = 0; block < 4; block += 1) await from(`7.7.7.${block}`)
  const refused = await from('10.0.0.1')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600)
  const owner = await limited.member({ email })
  expect((await from('10.0.0.1', owner)).status).toBe(429)
  await verifyEmail(limited.database.db, owner.user)
  expect((await from('10.0.0.1', owner)).status).toBe(200)
})

test('wrong codes for one mailbox, from any address, disable its short codes for a week, and its owner gets a long one', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } })
  const email = 'hunted@example.com'
  const post = (client: Client, path: string, body: unknown, block: number) =>
    client.post<{ claimed?: number }>(path, body, { headers: { 'x-forwarded-for': `2001:db8:0:${block.toString(16)}::1` } })
  const ask = async (client: Client, block: number) => {
    const before = await mailsTo(limited, email, /restore purchases/i)
    expect((await post(client, '/api/claims', { email }, block)).status).toBe(200)
    const mails = () => mailsTo(limited, email, /restore purchases/i)
    await expect.poll(async () => (await mails()).length).toBe(before.length + 1)
    const known = before.map(codeIn)
    // The purchases’ mailbox limit lasts for minutes only: it is a separate limit.
    await limited.database.sql`delete from rate_limits where bucket = 'claim-mailbox'`
    return (await mails()).map(codeIn).find((code) => !known.includes(code)) ?? ''
  }
  const type = (client: Client, code: string, block: number) => post(client, '/api/claims/confirm', { code }, block)

  const early = limited.visitor()
  const short = await ask(early, 99)
  expect(short).toMatch(/^\d{6}$/)
  // Ten strangers at ten addresses use up the week’s fifty attempts; the next one disables the short codes.
  for (let block = 0; block < 11; block += 1) {
    const stranger = limited.visitor()
    const code = await ask(stranger, block)
    for (let at = 0; at < 5; at += 1) await type(stranger, code.startsWith('1') ? '222222' : '111111', block)
  }
  expect((await type(early, short, 99)).status).toBe(403)

  const owner = limited.visitor()
  const long = await ask(owner, 100)
  expect(long).toMatch(/^\d{6} \d{6} \d{6}$/)
  expect((await type(owner, long.slice(0, 6), 100)).status).toBe(403)
  expect(await type(owner, long, 100)).toMatchObject({ status: 200, body: { claimed: 0 } })
})
