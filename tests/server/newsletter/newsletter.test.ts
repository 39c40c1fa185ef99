import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newsletterSubscriptions } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { newId } from '#server/database/new-id.ts'
import { suppress } from '#server/email/suppressions.ts'
import { pruneNewsletter } from '#server/features/newsletter/service.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { account } from '#tests/support/actors/account.ts'
import { proveNow } from '#tests/support/actors/admins.ts'
import { startTestApp } from '#tests/support/app.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { mailsTo, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { storedText } from '#tests/support/state/rows.ts'

const app = await startTestApp()
const { visitor, database } = app
const { db } = database

const signUp = (email: unknown) => visitor().post('/api/newsletter-signup', { email, source: 'early_access' })
const find = async (email: string) =>
  (await db.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.email, email)))[0]

test.each(['', 'no address', 'a@b', 'x'.repeat(5000), 'a@example.com\r\nBcc: b@example.com', '💶 \u0000', '\ud800@example.com'])(
  'any text gets the same reply, and an invalid address is not stored: %j',
  async (email) => {
    const before = await storedText(db, newsletterSubscriptions)
    expect(await signUp(email)).toMatchObject({ status: 200, body: { success: true } })
    expect(await storedText(db, newsletterSubscriptions)).toBe(before)
  },
)

test.each([[undefined], [null], [42], [['a@example.com']], [{ a: 1 }]])(
  'a value that is not a string is refused: %j',
  async (email) => {
    expect(await signUp(email)).toMatchObject({ status: 422, body: { code: 'invalid', fields: [{ path: 'email' }] } })
  },
)

test('an address gets the newsletter only after its confirmation, and can unsubscribe at any time', async () => {
  expect((await signUp(' Reader@Example.com ')).status).toBe(200)
  expect(await find('reader@example.com')).toMatchObject({ confirmedAt: null, source: 'early_access' })
  const token = tokenIn(await mailTo(app, 'reader@example.com', /early access/i))
  for (const time of ['first', 'second']) {
    expect([time, (await visitor().post('/api/newsletter-confirm', { token })).status]).toEqual([time, 200])
  }
  expect((await find('reader@example.com'))?.confirmedAt).toBeInstanceOf(Date)
  expect((await visitor().post('/api/newsletter-unsubscribe', { token })).status).toBe(200)
  expect(await find('reader@example.com')).toBeUndefined()
  expect((await visitor().post('/api/newsletter-unsubscribe', { token })).status).toBe(200)
  expect((await visitor().post('/api/newsletter-confirm', { token })).status).toBe(409)
})

test('the confirmation has an address to unsubscribe with one click, which a mail program posts to without a session', async () => {
  await signUp('click@example.com')
  const { headers } = await mailTo(app, 'click@example.com', /early access/i)
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value
  expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const url = headerOf('list-unsubscribe')?.slice(1, -1) ?? ''
  const opened = await fetch(url, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([303, expect.stringContaining('/newsletter#')])
  expect(await find('click@example.com')).toBeDefined()
  const foreign = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
  const click = () =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), headers: foreign })
  expect([(await click()).status, (await click()).status]).toEqual([200, 200])
  expect(await find('click@example.com')).toBeUndefined()
})

test('an admin exports the confirmed subscribers who get mails, safe for a spreadsheet, and the export is logged', async () => {
  const chief = await account(app, { isAdmin: true })
  await proveNow(app, chief)
  const exported = () => chief.post<{ csv: string; count: number }>('/api/admin/newsletter/export')
  const [good, suppressed, waiting] = ['=good@example.com', 'suppressed@example.com', 'waiting@example.com']
  const row = (email: string, confirmedAt: Date | null) => ({ id: newId<string>('sub'), email, confirmedAt, source: '=1+1' })
  await db.delete(newsletterSubscriptions)
  await db.insert(newsletterSubscriptions).values([row(good, new Date()), row(suppressed, new Date()), row(waiting, null)])
  const keyring = await openKeyring(db)
  await db.transaction((tx) => suppress(tx, keyring, { email: suppressed, kind: 'complaint' }))
  const { body } = await exported()
  expect(body.count).toBe(1)
  const [head, line, ...more] = body.csv.split('\r\n')
  expect(head).toBe('email,confirmed_at,source,unsubscribe_page,list_unsubscribe')
  expect(more).toEqual([])
  expect(line).toMatch(/^"?'=good@example\.com"?,.*'=1\+1/)
  const url = line?.split(',').at(-1) ?? ''
  expect((await fetch(url, { method: 'POST' })).status).toBe(200)
  expect((await exported()).body.count).toBe(0)
  const { entries } = (await chief.get<AuditPage>('/api/admin/audit')).body
  expect(entries).toMatchObject([
    { action: 'exported', targetType: 'newsletter', after: { exported: 0 } },
    { action: 'exported', after: { exported: 1 }, actor: { id: chief.user.id } },
  ])
  expect(JSON.stringify(entries)).not.toContain('@')
  expect((await (await account(app)).post('/api/admin/newsletter/export')).status).toBe(403)
})

test('a forged link neither confirms nor removes a subscriber', async () => {
  await signUp('forged@example.com')
  const row = await find('forged@example.com')
  for (const token of [`${row?.id}.${'0'.repeat(64)}`, `${row?.id}`.padEnd(40, '.')]) {
    expect((await visitor().post('/api/newsletter-confirm', { token })).status).toBe(409)
    expect((await visitor().post('/api/newsletter-unsubscribe', { token })).status).toBe(409)
  }
  expect(await find('forged@example.com')).toMatchObject({ confirmedAt: null })
})

test('the reply does not reveal subscribers, and a subscriber is not asked again', async () => {
  const first = await signUp('twice@example.com')
  const token = tokenIn(await mailTo(app, 'twice@example.com', /early access/i))
  await visitor().post('/api/newsletter-confirm', { token })
  const again = await signUp('twice@example.com')
  expect({ status: again.status, body: again.body }).toEqual({ status: first.status, body: first.body })
  await signUp('after@example.com')
  await mailTo(app, 'after@example.com', /early access/i)
  expect(await mailsTo(app, 'twice@example.com', /early access/i)).toHaveLength(1)
})

test('an unconfirmed address is deleted after a month', async () => {
  await signUp('silent@example.com')
  await db
    .update(newsletterSubscriptions)
    .set({ createdAt: new Date(Date.now() - 31 * 86_400_000) })
    .where(eq(newsletterSubscriptions.email, 'silent@example.com'))
  await pruneNewsletter(app.world)
  expect(await find('silent@example.com')).toBeUndefined()
})

test('no mail is sent to the placeholder address', async () => {
  expect((await signUp('anonymous@latchkey.example')).status).toBe(200)
  expect(await find('anonymous@latchkey.example')).toBeUndefined()
})

test('an offline sign-up is stored and gets the confirmation mail once after reconnecting, even if sent repeatedly', async () => {
  const reader = visitor()
  const join = (email: string, id = newMutationId()) => {
    const args = { email, source: 'early_access' }
    const mutations = [{ id, name: 'earlyAccess.join', args, madeAt: new Date().toISOString() }]
    return reader.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })
  }
  const id = newMutationId()
  const replies = [await join(' Train@Example.com ', id), await join(' Train@Example.com ', id), await join('no address')]
  expect(replies.map(({ body }) => body.results[0]?.status)).toEqual(['applied', 'duplicate', 'applied'])
  expect(await find('train@example.com')).toMatchObject({ confirmedAt: null, source: 'early_access' })
  expect(await find('no address')).toBeUndefined()
  const token = tokenIn(await mailTo(app, 'train@example.com', /early access/i))
  expect(await mailsTo(app, 'train@example.com', /early access/i)).toHaveLength(1)
  expect((await visitor().post('/api/newsletter-confirm', { token })).status).toBe(200)
})

test('an account turns the newsletter on and off for its verified address, without a mail, and its links work on', async () => {
  const { user, ...ada } = await account(app, { emailVerifiedAt: new Date() })
  const choice = async () => (await ada.get<{ isOn: boolean }>('/api/newsletter')).body
  expect(await choice()).toEqual({ isOn: false })
  for (const time of ['first', 'second']) {
    expect([time, await ada.post('/api/newsletter', { isOn: true })]).toMatchObject([time, { status: 200, body: { isOn: true } }])
  }
  expect(await choice()).toEqual({ isOn: true })
  expect(await find(user.email)).toMatchObject({ source: 'settings', confirmedAt: expect.any(Date) })
  expect(await mailsTo(app, user.email, /early access/i)).toEqual([])
  expect(await ada.post('/api/newsletter', { isOn: false })).toMatchObject({ status: 200, body: { isOn: false } })
  expect([await choice(), await find(user.email)]).toEqual([{ isOn: false }, undefined])

  // Confirmed by its mail, and left by the link of a mail.
  await signUp(user.email)
  expect(await choice()).toEqual({ isOn: false })
  const token = tokenIn(await mailTo(app, user.email, /early access/i))
  await visitor().post('/api/newsletter-confirm', { token })
  expect(await choice()).toEqual({ isOn: true })
  await visitor().post('/api/newsletter-unsubscribe', { token })
  expect(await choice()).toEqual({ isOn: false })
})

test('an account that has not verified its address neither learns nor changes whether the mailbox has the newsletter', async () => {
  const { user, ...eve } = await account(app)
  await signUp(user.email)
  const token = tokenIn(await mailTo(app, user.email, /early access/i))
  await visitor().post('/api/newsletter-confirm', { token })
  expect((await eve.get('/api/newsletter')).body).toEqual({ isOn: false })
  for (const isOn of [true, false]) {
    expect(await eve.post('/api/newsletter', { isOn })).toMatchObject({ status: 409, body: { code: 'accounts.verify-first' } })
  }
  expect((await find(user.email))?.confirmedAt).toBeInstanceOf(Date)
  for (const call of [visitor().get('/api/newsletter'), visitor().post('/api/newsletter', { isOn: true })])
    expect((await call).status).toBe(401)
})
