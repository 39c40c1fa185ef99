import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { vcs } from '#drizzle/schema/index.ts'
import type { Contact } from '#shared/contacts/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import { held } from '#tests/support/actors/listings.ts'
import { hasUnlocked, startPayment } from '#tests/support/actors/money.ts'
import { addPhoto } from '#tests/support/actors/people.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { entry, note, push, type Sent, startMerging } from './setup.ts'

const app = await startTestApp()
const { merge, two } = await startMerging(app)

const followUp = (contactId: VcId, change: object): Sent => ({ name: 'contact.follow-up', args: { contactId, ...change } })
const deal = (id: VcId, changes: object): Sent => ({ name: 'deal.write', args: { id, ...changes }, base: {} })
const tag = (contactId: VcId, name: string): Sent => ({ name: 'contact.tag', args: { contactId, add: [name] } })
const save = (vcId: VcId): Sent => ({ name: 'investor.save', args: { vcId, isSaved: true } })
const intro = (contactId: VcId, text: string): Sent => ({ ...note(contactId, text), name: 'contact.intro' })

/** Everything about contacts that a client's devices hold, with the ids that it is about. */
async function about(client: Client) {
  const { contacts = [], notes = [], followUps = [], deals = [], entries = [], photos = [], saved = [] } = await held(client)
  const docs = [...notes, ...followUps, ...deals, ...saved].map(({ id }) => id as string)
  const ids = [...docs, ...[...entries, ...photos].map(({ contactId }) => contactId as string)]
  return { contacts, notes, followUps, deals, entries, ids: [...new Set(ids)] }
}

async function buyerOf(...ids: VcId[]) {
  const buyer = await app.member()
  for (const id of ids) await buy(app, buyer, id)
  return buyer
}

const contactsOf = async (client: Client) => (await held(client)).contacts ?? []

test('a buyer of the record that goes holds the contact of the one that stays, and is not charged again', async () => {
  const { from, into } = await two()
  const buyer = await buyerOf(from)
  await merge(from, into)
  expect(await contactsOf(buyer)).toMatchObject([{ id: into, email: 'canary-into@x.example', formerIds: [from] }])
  expect([await hasUnlocked(buyer, into), await hasUnlocked(buyer, from)]).toEqual([true, true])
  expect((await startPayment(buyer, into)).body).toMatchObject({ code: 'unlocks.already-unlocked' })
})

test('a buyer of both holds one contact and both receipts, and keeps the contact when one is refunded', async () => {
  const { from, into } = await two()
  const buyer = await buyerOf(from, into)
  await merge(from, into)
  const contacts = (await contactsOf(buyer)) as Contact[]
  expect(contacts).toHaveLength(1)
  const { orders = [] } = (await held(buyer)) as { orders?: { id: string }[] }
  for (const { id } of orders) expect((await buyer.get(`/api/receipts/${id}`)).status).toBe(200)
  const { body } = await buyer.post<{ status: string }>('/api/refunds', {
    orderId: contacts[0]?.orderId,
    reason: 'I bought it twice.',
  })
  expect(body).not.toHaveProperty('code')
})

test('links to the record that went lead to the listing that has replaced the other one, while its claim is not revoked', async () => {
  const { from, into } = await two()
  await merge(from, into)
  const { listing } = await anInvestor(app, { replacesId: into })
  const buyer = await buyerOf(listing)
  expect(await contactsOf(buyer)).toMatchObject([{ id: listing, formerIds: [from] }])
  await app.database.db.update(vcs).set({ claimRevokedAt: new Date() }).where(eq(vcs.id, listing))
  const [contact] = await contactsOf(buyer)
  expect(contact).toMatchObject({ id: listing })
  expect(contact).not.toHaveProperty('formerIds')
})

test('who bought neither gets no contact, and no other buyer’s note', async () => {
  const { from, into } = await two()
  const [buyer, stranger] = [await buyerOf(from), await app.member()]
  await push(buyer, note(from, 'canary note'))
  await push(stranger, save(from))
  await merge(from, into)
  expect(await about(stranger)).toMatchObject({ contacts: [], notes: [], ids: [into] })
  expect(JSON.stringify(await held(stranger))).not.toContain('canary')
  expect(await push(stranger, note(from, 'Hello'))).toMatchObject([{ status: 'refused', code: 'contacts.not-held' }])
})

test('all that a buyer wrote about the record that goes is about the one that stays', async () => {
  const { from, into } = await two()
  const buyer = await buyerOf(from)
  await push(buyer, note(from, 'A note'), entry(from, 'An entry'), intro(from, 'An intro'), tag(from, 'lead'), save(from))
  await push(buyer, followUp(from, { stage: 'meeting', rating: 4, metAt: 'Lisbon' }), deal(from, { nextStep: 'Send the deck' }))
  expect((await addPhoto(buyer, from)).status).toBe(200)
  await merge(from, into)
  expect(await about(buyer)).toMatchObject({
    contacts: [{ id: into, ownIntro: { text: 'An intro' } }],
    notes: [{ text: 'A note' }],
    followUps: [{ stage: 'meeting', rating: 4, metAt: 'Lisbon', tags: ['lead'] }],
    deals: [{ nextStep: 'Send the deck' }],
    entries: [{ text: 'An entry' }],
    ids: [into],
  })
})

test('of a buyer who wrote about both, nothing is overwritten or lost', async () => {
  const { from, into } = await two()
  const buyer = await buyerOf(from, into)
  await push(buyer, note(from, 'Likes ports'), intro(from, 'Dear other'), tag(from, 'lead'), save(from), save(into))
  await push(buyer, note(into, 'Likes rails'), intro(into, 'Dear own'), tag(into, 'warm'), entry(into, 'Own entry'))
  await push(buyer, followUp(from, { rating: 2, metAt: 'Lisbon' }), followUp(into, { rating: 5 }))
  await push(buyer, deal(from, { nextStep: 'Call', amount: 100 }), deal(into, { nextStep: 'Send the deck' }))
  await merge(from, into)
  const { contacts, notes, followUps, deals, entries, ids } = await about(buyer)
  expect(ids).toEqual([into])
  expect(notes).toMatchObject([{ text: 'Likes rails\n\nLikes ports' }])
  expect((contacts as Contact[])[0]?.ownIntro?.text).toBe('Dear own\n\nDear other')
  expect(followUps).toMatchObject([{ rating: 5, metAt: 'Lisbon', tags: ['warm', 'lead'] }])
  expect(deals).toMatchObject([{ nextStep: 'Send the deck', amount: 100 }])
  const texts = entries.map(({ text }) => text).join('\n')
  for (const kept of ['Own entry', 'Joined with Ida From', 'Rating: 2', 'Next step: Call']) expect(texts).toContain(kept)
})

test('a change that a device made offline before the merge, and sends after it, is about the record that stays', async () => {
  const { from, into } = await two()
  const buyer = await buyerOf(from, into)
  await push(buyer, note(from, 'First line'), note(into, 'Of the other one'))
  await merge(from, into)
  const edit = { ...note(from, 'First line, edited'), base: { text: 'First line', steps: [] } }
  const sent = [
    edit,
    entry(from, 'Late'),
    followUp(from, { rating: 3 }),
    tag(from, 'late'),
    deal(from, { nextStep: 'Late' }),
    save(from),
  ]
  expect((await push(buyer, ...sent)).map(({ status }) => status)).toEqual(sent.map(() => 'applied'))
  expect((await addPhoto(buyer, from)).status).toBe(200)
  const { notes, followUps, deals, entries, ids } = await about(buyer)
  expect(ids).toEqual([into])
  expect(notes).toMatchObject([{ text: 'Of the other one\n\nFirst line, edited', clashes: [] }])
  expect(followUps).toMatchObject([{ rating: 3, tags: ['late'] }])
  expect([deals, entries]).toMatchObject([[{ nextStep: 'Late' }], [{ text: 'Late' }]])
})

test('a request that waits for the team, and one that is sent after the merge, are for the record that stays', async () => {
  const { from, into } = await two()
  const [early, late] = [await app.member(), await app.member()]
  const ask: Sent = { name: 'intro.request', args: { vcId: from, message: 'May I meet you?' } }
  await push(early, ask)
  await merge(from, into)
  expect(await push(late, ask)).toMatchObject([{ status: 'applied' }])
  for (const founder of [early, late])
    expect((await held(founder)).requests).toMatchObject([{ vcId: into, vcName: 'Ida Into', requestType: 'intro' }])
})

test('an own person is joined into the record that stays when the device names the one that went', async () => {
  const { from, into } = await two()
  const buyer = await buyerOf(from)
  const id = `psn_${crypto.randomUUID()}`
  await push(buyer, { name: 'person.write', args: { id, name: 'Ida' }, base: {} }, entry(id as VcId, 'Of the person'))
  await merge(from, into)
  const join: Sent = { name: 'person.join', args: { from: id, into: from }, base: [] }
  expect(await push(buyer, join)).toMatchObject([{ status: 'applied' }])
  const { ids, entries } = await about(buyer)
  expect([ids, entries.map(({ text }) => text)]).toEqual([[into], expect.arrayContaining(['Of the person'])])
})

test('what a device sends during a merge is stored about the record that stays', async () => {
  const { from, into } = await two()
  const [buyer, other] = [await buyerOf(from), await buyerOf(from)]
  await push(other, save(from))
  // The merge has moved everything else, and waits for this row.
  // Of a separate pool: what waits has the connections of the server.
  const aside = app.database.connectAgain()
  const waiting = await openTransaction(aside)
  await waiting.lock('saved_investors')
  const merging = merge(from, into)
  await untilWaiting(aside, 1)
  const sending = push(
    buyer,
    note(from, 'Now'),
    entry(from, 'Now'),
    tag(from, 'now'),
    deal(from, { nextStep: 'Now' }),
    save(from),
  )
  await Promise.race([untilWaiting(aside, 2), sending])
  await waiting.end('commit')
  expect((await merging).status).toBe(200)
  expect((await sending).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'applied'))
  const { ids, notes, entries, followUps, deals } = await about(buyer)
  expect([ids, notes, entries]).toMatchObject([[into], [{ text: 'Now' }], [{ text: 'Now' }]])
  expect([followUps, deals]).toMatchObject([[{ tags: ['now'] }], [{ nextStep: 'Now' }]])
})
