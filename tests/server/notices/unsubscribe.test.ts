import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { newId } from '#server/database/new-id.ts'
import { queueOptionalMail } from '#server/email/optional-mail.ts'
import type { OptionalMail } from '#shared/notices/preferences.ts'
import type { ProblemBody } from '#shared/problem-body.ts'
import { account } from '#tests/support/actors/account.ts'
import { startTestApp } from '#tests/support/app.ts'
import { inOrder } from '#tests/support/in-order.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { findUser } from '#tests/support/state/accounts.ts'
import { push } from './setup.ts'

const app = await startTestApp()
const { db } = app.database

const verified = () => account(app, { emailVerifiedAt: new Date() })
type Person = Awaited<ReturnType<typeof account>>

/** A mail of a group to this address, as its reader gets it. */
async function mailOf(group: OptionalMail | undefined, to: string) {
  const subject = newId<string>('sbj')
  const message = { subject, paragraphs: ['Hello Ada,', 'An investor replied.', { label: 'Open', url: 'https://x.example/' }] }
  await queueOptionalMail(db, { group, base: app.url }, { to, template: 'test', message })
  return mailTo(app, to, new RegExp(subject))
}
const headerOf = (mail: Awaited<ReturnType<typeof mailTo>>, name: string) => mail.headers.find(({ key }) => key === name)?.value
/** The path and query in the header of a mail. */
async function linkTo({ user }: Person, group: OptionalMail = 'replies') {
  const header = headerOf(await mailOf(group, user.email), 'list-unsubscribe') ?? ''
  expect(header).toMatch(/^<https?:\/\/[^>\s]+>$/)
  return header.slice(1 + app.url.length, -1)
}
const offOf = async ({ user }: Person) => (await findUser(db, { id: user.id }))?.noticesOff

/** What a mail program sends: a form, without cookies. @see RFC 8058, section 3.2 */
const click = (link: string, body: BodyInit = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })) =>
  fetch(`${app.url}${link}`, { method: 'POST', body, redirect: 'manual' })

test('an optional mail has a link to the settings and an address to unsubscribe with one click; another mail has neither', async () => {
  const { user } = await verified()
  const optional = await mailOf('replies', user.email)
  for (const form of [optional.text, optional.html]) expect(form).toContain(`${app.url}/settings#notifications`)
  expect(headerOf(optional, 'list-unsubscribe')).toMatch(/^<http:\/\/[^>\s]+\/api\/notices\/unsubscribe\?token=[\w-]+>$/)
  expect(headerOf(optional, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')

  const needed = await mailOf(undefined, user.email)
  expect(headerOf(needed, 'list-unsubscribe')).toBeUndefined()
  expect(`${needed.text} ${needed.html}`).not.toContain('/settings')
})

test('a mailbox whose owner has not verified it has no settings to link to, and no link to unsubscribe', async () => {
  const [{ user }, guest] = [await account(app), 'guest@example.com']
  for (const address of [user.email, guest]) {
    const mail = await mailOf('replies', address)
    expect(headerOf(mail, 'list-unsubscribe')).toBeUndefined()
    expect(mail.text).not.toContain('/settings')
  }
})

const bodies: [string, () => BodyInit][] = [
  ['a form', () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
  ['a form in parts', () => formOf({ 'List-Unsubscribe': 'One-Click' })],
  ['no content', () => ''],
]

test.each(bodies)('a click that sends %s switches off the mails of its group alone, also a second time', async (_, body) => {
  const ada = await verified()
  const link = await linkTo(ada, 'sales')
  for (const _ of ['once', 'again']) {
    const reply = await click(link, body())
    expect([reply.status, await reply.json()]).toEqual([200, { success: true }])
    expect(reply.headers.get('set-cookie')).toBeNull()
    expect(await offOf(ada)).toEqual(['sales:mail'])
  }
  await push(ada, 'notice.prefer', { which: 'sales:mail', isOn: true })
  expect((await click(link, body())).status).toBe(200)
  expect(await offOf(ada)).toEqual(['sales:mail'])
})

function formOf(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('clicks of two mails at the same moment both count', async () => {
  const ada = await verified()
  const [replies, sales] = [await linkTo(ada, 'replies'), await linkTo(ada, 'sales')]
  const clicked = await inOrder(
    app.database,
    ada.user.id,
    () => click(replies),
    () => click(sales),
  )
  expect(clicked.map(({ status }) => status)).toEqual([200, 200])
  expect(await offOf(ada)).toEqual(['replies:mail', 'sales:mail'])
})

test('a click counts from any place: another site’s page, or a browser of another account', async () => {
  const [ada, eve] = [await verified(), await verified()]
  const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
  const reply = await eve.send(await linkTo(ada), { method: 'POST', body: 'List-Unsubscribe=One-Click', headers })
  expect(reply.status).toBe(200)
  expect([await offOf(ada), await offOf(eve)]).toEqual([['replies:mail'], []])
})

test('opening the address changes nothing and leads to a page that asks', async () => {
  const ada = await verified()
  const link = await linkTo(ada)
  for (const method of ['GET', 'HEAD']) {
    const reply = await fetch(`${app.url}${link}`, { method, redirect: 'manual' })
    expect(reply.status).toBe(303)
    const token = new URLSearchParams(link.split('?')[1]).get('token')
    expect(reply.headers.get('location')).toBe(`${app.url}/unsubscribe#${token}.replies`)
    expect(reply.headers.get('cache-control')).toBe('no-store')
  }
  expect(await offOf(ada)).toEqual([])
})

test('a link says nothing about the account, and the reply does not differ once the account is gone or has moved', async () => {
  const [gone, moved] = [await app.member(), await verified()]
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, gone.user.id))
  const links = [await linkTo(gone), await linkTo(moved)]
  for (const [link, { user }] of [
    [links[0], gone],
    [links[1], moved],
  ] as const) {
    const seen = Buffer.from(link?.split('token=')[1] ?? '', 'base64url').toString('latin1')
    for (const secret of [user.id, user.email, 'replies']) expect(`${link} ${seen}`).not.toContain(secret)
  }
  await gone.send('/api/auth/delete-account', { method: 'DELETE' })
  await db.update(users).set({ email: 'elsewhere@example.com' }).where(eq(users.id, moved.user.id))
  for (const link of links) {
    const reply = await click(link ?? '')
    expect([reply.status, await reply.json()]).toEqual([200, { success: true }])
  }
  expect(await offOf(moved)).toEqual([])
})

test('a link that was invented or changed does nothing, and its page shows none', async () => {
  const ada = await verified()
  const link = await linkTo(ada)
  const token = link.split('token=')[1] ?? ''
  const changed = `${token.slice(0, -3)}${token.endsWith('AAA') ? 'BBB' : 'AAA'}`
  for (const one of [changed, token.slice(4), 'x', '', 'ä'.repeat(300)]) {
    const address = `/api/notices/unsubscribe?token=${encodeURIComponent(one)}`
    const reply = await click(address)
    expect([one, reply.status, ((await reply.json()) as ProblemBody).code]).toEqual([one, 409, 'links.invalid'])
    const page = await fetch(`${app.url}${address}`, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe(`${app.url}/unsubscribe`)
  }
  expect((await click(`/api/notices/unsubscribe?token=${'x'.repeat(1001)}`)).status).toBe(422)
  expect((await click('/api/notices/unsubscribe')).status).toBe(422)
  expect(await offOf(ada)).toEqual([])
})

test('a secret of another purpose of this installation unsubscribes no account', async () => {
  const ada = await verified()
  const keyring = await openKeyring(db)
  const text = JSON.stringify({ userId: ada.user.id, group: 'replies', email: ada.user.email })
  const token = Buffer.from(await keyring.encrypt(text, 'another')).toString('base64url')
  expect((await click(`/api/notices/unsubscribe?token=${token}`)).status).toBe(409)
  expect(await offOf(ada)).toEqual([])
})
