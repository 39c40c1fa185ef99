import { eq } from 'drizzle-orm'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { contactFollowUps, users } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { changeFollowUp } from '#server/features/contacts/follow-ups.ts'
import { remind } from '#server/features/contacts/reminders.ts'
import { peekContact } from '#server/features/unlocks/contact.ts'
import type { FollowUp } from '#shared/contacts/follow-up.ts'
import { followUpBaseOf } from '#shared/contacts/merge-follow-up.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { testModules } from '#tests/support/modules.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { mailsTo, mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { listFollowUps } from '#tests/support/state/contacts.ts'

const app = await startTestApp()
const { db } = app.database

async function holder() {
  const member = await app.member()
  const vcId = await listInvestor(db, { name: 'Grace Listed' })
  await grantContact(db, member.user.principalId, vcId)
  return { member, vcId, principalId: member.user.principalId }
}

async function change(client: Client, args: Record<string, unknown>, base?: unknown, clientId = newClientId()) {
  const mutation = { id: newMutationId(), name: 'contact.follow-up', args, base, madeAt: new Date().toISOString() }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId, mutations: [mutation] })
  return body.results[0]
}

const followUps = async (client: Client) => (await client.post<PrivateDelta>('/api/sync/me', { have: {} })).body.put.followUps

test('two devices that change different fields both keep their changes', async () => {
  const { member, vcId } = await holder()
  expect(await change(member, { contactId: vcId, stage: 'replied', metAt: ' Token2049\n' })).toMatchObject({ status: 'applied' })
  await change(member, { contactId: vcId, rating: 4 })
  await change(member, { contactId: vcId, metAt: null }, followUpBaseOf('Token2049'))
  expect(await followUps(member)).toMatchObject([{ id: vcId, stage: 'replied', rating: 4, metAt: null, dueAt: null }])
})

describe('tags', () => {
  const tag = async (client: Client, args: Record<string, unknown>) => {
    const mutation = { id: newMutationId(), name: 'contact.tag', args, madeAt: new Date().toISOString() }
    const body = { clientId: newClientId(), mutations: [mutation] }
    return (await client.post<PushReply>('/api/sync/push', body)).body.results[0]
  }
  const tagsOf = async (client: Client) => ((await followUps(client)) as FollowUp[] | undefined)?.[0]?.tags

  test('of two devices are both kept, and a removed one is removed in every spelling', async () => {
    const { member, vcId: contactId } = await holder()
    await change(member, { contactId, rating: 4 })
    await Promise.all(['Lead', 'Lisbon', 'lead'].map((each) => tag(member, { contactId, add: [each] })))
    expect((await tagsOf(member))?.map((each) => each.toLowerCase()).sort()).toEqual(['lead', 'lisbon'])
    await tag(member, { contactId, remove: ['LEAD'], add: ['Met'] })
    expect(await tagsOf(member)).toEqual(['Lisbon', 'Met'])
    expect(await followUps(member)).toMatchObject([{ rating: 4 }])
  })

  test('more than twenty are refused, and the stored ones stay', async () => {
    const { member, vcId: contactId } = await holder()
    const twenty = Array.from({ length: 20 }, (_, at) => `tag ${at}`)
    expect(await tag(member, { contactId, add: twenty })).toMatchObject({ status: 'applied' })
    expect(await tag(member, { contactId, add: ['one more'] })).toMatchObject({
      status: 'refused',
      code: 'contacts.too-many-tags',
    })
    expect(await tagsOf(member)).toEqual(twenty)
  })

  test('are read by their writer only', async () => {
    const { member, vcId: contactId } = await holder()
    const other = await app.member()
    await grantContact(db, other.user.principalId, contactId)
    await tag(member, { contactId, add: ['Lead'] })
    await tag(other, { contactId, add: ['Cold'] })
    expect([await tagsOf(member), await tagsOf(other)]).toEqual([['Lead'], ['Cold']])
    expect((await other.get<string>('/api/contacts.csv')).body).not.toContain('Lead')
  })

  test('need the contact', async () => {
    const { member } = await holder()
    const other = await listInvestor(db, { name: 'Locked' })
    expect(await tag(member, { contactId: other, add: ['x'] })).toMatchObject({ status: 'refused', code: 'contacts.not-held' })
  })
})

describe('a place from a client of the last release, which sends no base', () => {
  const phone = newClientId()
  const placeOf = async (client: Client) => (await followUps(client))?.[0]?.metAt

  test('replaces the last one of the same device, and is appended to that of another', async () => {
    const { member, vcId: contactId } = await holder()
    const write = (metAt: string | null, clientId = phone) => change(member, { contactId, metAt }, undefined, clientId)
    await write('Lisbon')
    await write('Porto')
    expect(await placeOf(member)).toBe('Porto')
    await write('Token2049', newClientId())
    expect(await placeOf(member)).toBe('Porto / Token2049')
    // The stored value is of two devices now.
    await write('Faro')
    expect(await placeOf(member)).toBe('Porto / Token2049 / Faro')
    await write(null)
    expect(await placeOf(member)).toBe('Porto / Token2049 / Faro')
  })

  test('still counts as its own after another device wrote a part of it', async () => {
    const { member, vcId: contactId } = await holder()
    await change(member, { contactId, metAt: 'Porto, the fair' }, undefined, phone)
    await change(member, { contactId, metAt: 'Porto' })
    await change(member, { contactId, metAt: 'Faro' }, undefined, phone)
    expect(await placeOf(member)).toBe('Faro')
  })

  test('replaces its own one that was sent with a base, and can be removed again', async () => {
    const { member, vcId: contactId } = await holder()
    await change(member, { contactId, metAt: 'Lisbon' }, followUpBaseOf(null), phone)
    await change(member, { contactId, metAt: 'Porto' }, undefined, phone)
    expect(await placeOf(member)).toBe('Porto')
    await change(member, { contactId, metAt: null }, undefined, phone)
    expect(await placeOf(member)).toBeNull()
  })

  test('is refused if both together are too long', async () => {
    const { member, vcId: contactId } = await holder()
    await change(member, { contactId, metAt: 'a'.repeat(150) })
    expect(await change(member, { contactId, metAt: 'b'.repeat(150) })).toMatchObject({ code: 'contacts.met-elsewhere' })
    expect(await placeOf(member)).toBe('a'.repeat(150))
  })

  test('replaces its own one after its guest signed in', async () => {
    const { member, vcId: contactId, principalId } = await holder()
    const guest = app.visitor()
    const { body } = await guest.post<PushReply>('/api/sync/push', { clientId: phone, mutations: [] })
    await grantContact(db, body.principalId as PrincipalId, contactId)
    await change(guest, { contactId, metAt: 'Lisbon' }, undefined, phone)
    const { owners } = await testModules(app.database)
    await db.transaction(async (tx) => {
      for (const moveOwner of owners) await moveOwner(tx, body.principalId as PrincipalId, principalId)
    })
    await change(member, { contactId, metAt: 'Porto' }, undefined, phone)
    expect(await placeOf(member)).toBe('Porto')
  })
})

test('two first places at the same time are both kept', async () => {
  const { member, vcId: contactId, principalId } = await holder()
  const write = (tx: Transaction, metAt: string) =>
    changeFollowUp(
      { tx, principalId, clientId: newClientId(), now: new Date() },
      { contactId, metAt, base: followUpBaseOf(null) },
      async () => true,
    )
  const written = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const first = db.transaction(async (tx) => {
    await write(tx, 'Lisbon')
    written.resolve()
    await mayEnd.promise
  })
  await written.promise
  const second = db.transaction((tx) => write(tx, 'Porto'))
  await untilWaiting(app.database, 1)
  mayEnd.resolve()
  await Promise.all([first, second])
  expect(await followUps(member)).toMatchObject([{ metAt: 'Lisbon / Porto' }])
})

test.each([
  [{ rating: 6 }],
  [{ rating: 2.5 }],
  [{ stage: 'married' }],
  [{ dueAt: 'tomorrow' }],
  [{ metAt: 'x'.repeat(201) }],
  [{ metAt: ['a'] }],
])('%j is refused, and the stored values stay', async (wrong) => {
  const { member, vcId } = await holder()
  await change(member, { contactId: vcId, rating: 3 })
  expect(await change(member, { contactId: vcId, ...wrong })).toMatchObject({ status: 'refused', code: 'invalid' })
  expect(await followUps(member)).toMatchObject([{ rating: 3, stage: null, metAt: null }])
})

test('a contact that was not unlocked has no follow-up', async () => {
  const { vcId } = await holder()
  const stranger = await app.member()
  expect(await change(stranger, { contactId: vcId, rating: 5 })).toMatchObject({ status: 'refused', code: 'contacts.not-held' })
  expect(await followUps(stranger)).toBeUndefined()
})

test('a reminder is mailed once, to a verified address, and again for a new due date', async () => {
  const { member, vcId } = await holder()
  const run = remind({ db, now: () => new Date(), base: () => 'https://latchkey.example', findContact: peekContact })
  const mails = () => mailsTo(app, member.user.email, /^Follow up/)
  await change(member, { contactId: vcId, dueAt: '2026-01-05T08:00:00.000Z', remindByMail: true })
  await run()
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, member.user.id))
  await Promise.all([run(), run()])
  const mail = await mailTo(app, member.user.email, /^Follow up with Grace Listed$/)
  expect(mail.text).toContain(`https://latchkey.example/contacts/${vcId}`)
  expect(`${mail.text}${mail.html}`).not.toMatch(/grace@|@grace_listed/)
  await run()
  expect(await mails()).toHaveLength(1)

  await change(member, { contactId: vcId, rating: 1 })
  await run()
  const [row] = await listFollowUps(db, { contactId: vcId })
  expect(row?.remindedAt).not.toBeNull()
  await change(member, { contactId: vcId, dueAt: '2026-01-06T08:00:00.000Z' })
  await run()
  await expect.poll(async () => (await mails()).length).toBe(2)
  await change(member, { contactId: vcId, dueAt: '2999-01-06T08:00:00.000Z' })
  await run()
  const [waiting] = await listFollowUps(db, { contactId: vcId })
  expect(waiting?.remindedAt).toBeNull()
})

test('contacts are exported as vCards and as CSV that no spreadsheet executes', async () => {
  const { member, vcId, principalId } = await holder()
  await change(member, { contactId: vcId, stage: 'in-talks', rating: 2, metAt: '=HYPERLINK("https://evil.example")' })
  const cards = await member.get<string>('/api/contacts.vcf')
  expect(cards.headers.get('content-disposition')).toContain('latchkey-contacts.vcf')
  expect(cards.headers.get('cache-control')).toBe('no-store')
  expect(cards.body).toContain('FN:Grace Listed\r\n')
  expect(cards.body).toContain('EMAIL;TYPE=INTERNET:grace@harbour.example\r\n')
  const table = await member.get<string>('/api/contacts.csv')
  const [row] = Papa.parse<Record<string, string>>(table.body, { header: true }).data
  expect(row).toMatchObject({ name: 'Grace Listed', stage: 'In talks', rating: '2', telegram: "'@grace_listed" })
  expect(row?.metAt).toBe(`'=HYPERLINK("https://evil.example")`)
  expect((await app.visitor().get('/api/contacts.csv')).status).toBe(401)
  expect((await (await app.member()).get<string>('/api/contacts.vcf')).body).toBe('')
  expect(principalId as PrincipalId).toBeTruthy()
})

test('a guest’s follow-ups fill the gaps of the account’s', async () => {
  const { moveFollowUps } = await import('#server/features/contacts/move-owner.ts')
  const vcId = 'recMerged' as VcId
  const row = (principalId: string, over: object) => ({ principalId: principalId as PrincipalId, contactId: vcId, ...over })
  await db.insert(contactFollowUps).values([row('guest', { rating: 5, stage: 'written' }), row('account', { stage: 'replied' })])
  await db.transaction((tx) => moveFollowUps(tx, 'guest' as PrincipalId, 'account' as PrincipalId))
  expect(await listFollowUps(db, { contactId: vcId })).toMatchObject([{ principalId: 'account', stage: 'replied', rating: 5 }])
})
