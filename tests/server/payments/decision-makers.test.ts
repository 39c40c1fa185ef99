import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { decisionMakers } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { withdrawPerson } from '#server/features/cold-scout/withdraw.ts'
import type { DecisionMakerId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { atProvider, CARDS, intentOf, orderOfIntent, payWithCard } from '#tests/support/actors/money.ts'
import { checkPerson, confirmPerson, GRETA, listFund, startPerson } from '#tests/support/actors/order-kinds.ts'
import { disputesOf } from '#tests/support/actors/refunds.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { until } from '#tests/support/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})

type FundReply = {
  fund: { fundName: string; investmentFocus: string }
  decisionMakers: { id: string; fullName: string; linkedinUrl: string | null }[]
}
const seeFund = (who: Client, slug: string) => who.get<FundReply>(`/api/cold-investors/${slug}`)
const SECRETS = [GRETA.fullName, GRETA.linkedinUrl, GRETA.twitterUrl]
const leaked = (body: unknown) => SECRETS.filter((secret) => JSON.stringify(body).includes(secret))

const buy = async (buyer: Client, id: string, more: Record<string, unknown> = {}) => {
  const { clientSecret } = (await startPerson(buyer, id, more)).body
  await payWithCard(app, clientSecret, CARDS.good)
  return { clientSecret, confirmed: await confirmPerson(buyer, clientSecret, id) }
}
const heldBy = async (who: Client) =>
  (await who.post<{ put: Record<string, object[]> }>('/api/sync/me', { have: {} })).body.put?.decisionMakers ?? []

describe('a decision maker', () => {
  test('is masked for everyone, and has a name with profiles for a buyer who paid a dollar', async () => {
    const { id, slug, fundId } = await listFund(app.database.db)
    const [buyer, stranger] = [app.visitor(), app.visitor()]
    const before = await seeFund(buyer, slug)
    expect(before.headers.get('cache-control')).toBe('no-store')
    expect(before.body).toMatchObject({
      fund: { fundName: 'Quiet Capital', investmentFocus: 'DeFi' },
      decisionMakers: [
        { id, role: GRETA.role, fullName: 'G••••• Q•••••', isUnlocked: false, hasLinkedin: true, linkedinUrl: null },
      ],
    })
    expect(await checkPerson(buyer, id)).toEqual({ hasUnlocked: false })

    const { confirmed } = await buy(buyer, id)
    expect(confirmed).toMatchObject({ status: 200, body: { success: true, contact: { id, fundId, ...GRETA } } })
    expect((await seeFund(buyer, slug)).body.decisionMakers).toMatchObject([{ id, isUnlocked: true, ...GRETA }])
    expect((await buyer.get<object[]>('/api/cold-investors')).body).toContainEqual(
      expect.objectContaining({
        ...{ id: fundId, fundName: 'Quiet Capital', fundSlug: slug, website: null, investmentFocus: 'DeFi' },
        decisionMakers: [expect.objectContaining(GRETA)],
      }),
    )
    expect(await checkPerson(buyer, id)).toMatchObject({ hasUnlocked: true, contact: GRETA })
    expect(await heldBy(buyer)).toMatchObject([{ id, fundName: 'Quiet Capital', fundSlug: slug, ...GRETA, amount: 100 }])

    for (const path of [
      `/api/cold-investors/${slug}`,
      '/api/cold-investors',
      `/api/check-decision-maker-unlock?decisionMakerId=${id}`,
    ]) {
      expect(leaked((await stranger.get(path)).body)).toEqual([])
    }
  })

  test('of a fund that does not exist is not found', async () => {
    expect((await seeFund(app.visitor(), 'no-such-fund')).status).toBe(404)
    expect((await startPerson(app.visitor(), 'dm_unknown')).status).toBe(404)
  })

  test('P6: is not delivered for another payment, nor to another principal', async () => {
    const [one, other] = [await listFund(app.database.db), await listFund(app.database.db)]
    const [buyer, thief] = [app.visitor(), app.visitor()]
    const { clientSecret } = await buy(buyer, one.id)
    const unknown = await confirmPerson(buyer, 'pi_neverexisted_secret_x', one.id)
    expect(unknown.status).toBe(404)
    expect((await confirmPerson(buyer, clientSecret, other.id)).body).toEqual(unknown.body)
    expect((await confirmPerson(thief, clientSecret, one.id)).body).toEqual(unknown.body)
    expect((await checkPerson(buyer, other.id)).hasUnlocked).toBe(false)
  })

  test('unlocked as a guest belongs to the account after signing in, once', async () => {
    const { id } = await listFund(app.database.db)
    const member = await app.member()
    await buy(member, id)
    const guest = app.visitor()
    const { clientSecret } = await buy(guest, id)
    await guest.post('/api/auth/login', { email: member.user.email, password: member.password })
    expect(await heldBy(guest)).toHaveLength(1)
    // One of the two is refunded, and the other remains valid.
    await atProvider(app, 'refunds', { payment_intent: intentOf(clientSecret) })
    await until(
      () => orderOfIntent(app.database.db, intentOf(clientSecret)),
      ({ status }) => status === 'refunded',
    )
    expect(await heldBy(guest)).toHaveLength(1)
  })

  test('refunded or erased is removed from the device; a changed link is updated', async () => {
    const { db } = app.database
    const { id } = await listFund(db)
    const buyer = await account(app)
    const { clientSecret } = await buy(buyer, id)
    const linkedinUrl = 'https://www.linkedin.example/in/greta-elsewhere'
    await db.update(decisionMakers).set({ linkedinUrl, twitterUrl: 'javascript:alert(1)' }).where(eq(decisionMakers.id, id))
    expect(await heldBy(buyer)).toMatchObject([{ linkedinUrl, twitterUrl: null }])
    await atProvider(app, 'refunds', { payment_intent: intentOf(clientSecret) })
    await until(
      () => heldBy(buyer),
      (held) => held.length === 0,
    )
    await buy(buyer, id)
    await db.delete(decisionMakers).where(eq(decisionMakers.id, id))
    expect(await heldBy(buyer)).toEqual([])
  })

  test('is shown with role and fund on the receipt, never with the name', async () => {
    const { id } = await listFund(app.database.db)
    await buy(app.visitor(), id, { email: 'buyer@example.com' })
    const [mail] = await listMails(app.database.db, { recipient: 'buyer@example.com' })
    expect(mail?.text).toContain('Managing Partner of Quiet Capital')
    expect(leaked(mail)).toEqual([])
  })
})

test('invalid input to every call is a 4xx with a code', async () => {
  const member = await account(app)
  for (const call of ['create-decision-maker-payment', 'confirm-decision-maker-unlock', 'confirm-project-payment']) {
    for (const body of [
      undefined,
      null,
      [],
      'x',
      {},
      { decisionMakerId: '../x' },
      { decisionMakerId: 7, paymentIntentId: 'ch_1' },
    ]) {
      const reply = await member.post<{ code: string }>(`/api/${call}`, body)
      expect([call, body, reply.status >= 400 && reply.status < 500]).toEqual([call, body, true])
      expect(reply.body.code).toBeTypeOf('string')
    }
  }
})

test('the dollar for a person who was removed during a dispute is refunded once the dispute is won', async () => {
  const { db } = app.database
  const { id } = await listFund(db)
  const buyer = await account(app)
  const { clientSecret } = (await startPerson(buyer, id)).body
  await payWithCard(app, clientSecret, CARDS.disputed)
  const becomes = (status: string) =>
    until(
      () => orderOfIntent(db, intentOf(clientSecret)),
      (order) => order.status === status,
    )
  const order = await becomes('disputed')
  const keyring = await openKeyring(db)
  await db.transaction((tx) => withdrawPerson(tx, keyring, id as DecisionMakerId))
  const [dispute] = await disputesOf(app, order.id)
  await atProvider(app, `disputes/${dispute?.id}/close`, { status: 'won' })
  expect((await becomes('refunded')).refusal).toBe('unlocks.gone')
})
