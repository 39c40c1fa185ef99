import { expect, test, vi } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { mailsTo, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { from, login, NEW, start, times, useUp } from './setup.ts'

test('accounts of one client address cause at most a hundred mails an hour to unproven addresses', async () => {
  const app = await start()
  const { db } = app.database
  const [ada, eve] = [await app.member(), await app.member()]
  const signIn = () => login(app.visitor(), eve.user.email, eve.password, '6.6.6.6')
  const change = (client: Client) =>
    client.post('/api/update-password', { currentPassword: 'a-fine-password', newPassword: NEW }, from('6.6.6.6'))
  const listWarnings = async () =>
    (await listMails(db)).filter(({ template }) => ['new-sign-in', 'password-changed'].includes(template))
  await useUp(app, 'unproved-mail-address', '6.6.6.6', 98)
  expect([(await signIn()).status, (await change(ada)).status]).toEqual([200, 200])
  const mails = await listWarnings()
  expect(mails.map(({ template }) => template).sort()).toEqual(['new-sign-in', 'password-changed'])
  // A sign-in does not depend on the mail. The quota of the mailbox is not used either.
  expect([(await signIn()).status, (await change(eve)).status]).toEqual([200, 429])
  expect(await listWarnings()).toHaveLength(2)
  expect((await login(app.visitor(), eve.user.email, eve.password, '10.0.0.1')).status).toBe(200)
  expect(await listWarnings()).toHaveLength(3)
})

const askFor = (client: Client, email: string) => client.post('/api/auth/profile', { email }, { method: 'PUT' })

test.each<[string, (eve: Client, theirs: string, own: string) => Promise<unknown>]>([
  [
    'requesting another user’s address as a new one, and cancelling it',
    (eve, theirs, own) => times(12, (at) => askFor(eve, at % 2 ? own : theirs)),
  ],
  [
    'requesting the link of a change to it again',
    async (eve, theirs) => {
      await askFor(eve, theirs)
      await times(6, () => eve.post('/api/auth/send-verification'))
    },
  ],
])('%s does not use up the codes of the owner of the address', async (_, attack) => {
  const app = await start()
  const [ada, eve] = [await app.member(), await app.member()]
  await attack(eve, ada.user.email, eve.user.email)
  expect((await ada.post('/api/auth/code')).status).toBe(200)
})

test('an account requests at most ten other addresses an hour, and each client address a hundred', async () => {
  const app = await start()
  const { db } = app.database
  const change = (client: Client, email: string, address: string) =>
    client.post('/api/auth/profile', { email }, { method: 'PUT', ...from(address) })
  const eve = await app.member()
  const statuses = (await times(11, (at) => change(eve, `stranger-${at}@example.com`, '6.6.6.6'))).map(({ status }) => status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  expect((await listMails(db)).filter(({ recipient }) => recipient.startsWith('stranger-'))).toHaveLength(10)
  // Other accounts from the same client address, and resent links.
  const others = await times(10, () => app.member())
  for (const [at, other] of others.entries()) await times(9, (of) => change(other, `next-${at}-${of}@example.com`, '6.6.6.6'))
  const [last] = others
  if (!last) throw new Error('There is no account')
  expect((await change(last, 'one-more@example.com', '6.6.6.6')).status).toBe(429)
  expect((await last.post('/api/auth/send-verification', undefined, from('6.6.6.6'))).status).toBe(429)
  expect((await last.post('/api/auth/code', undefined, from('6.6.6.6'))).status).toBe(429)
  expect((await change(last, 'one-more@example.com', '10.0.0.1')).status).toBe(200)
})

test('another reset request leaves links that were mailed earlier valid', async () => {
  const app = await start()
  const ada = await app.member()
  const ask = () => app.visitor().post('/api/auth/forgot-password', { email: ada.user.email }, from('10.0.0.1'))
  await ask()
  const first = tokenIn(await mailTo(app, ada.user.email, /reset/i))
  await ask()
  await expect.poll(async () => (await mailsTo(app, ada.user.email, /reset/i)).length).toBe(2)
  expect((await app.visitor().post('/api/auth/reset-forgotten', { token: first, newPassword: NEW })).status).toBe(200)
})

test('strangers who request a password reset for an account do not block its link', async () => {
  const app = await start()
  const ada = await app.member()
  const ask = (address: string) => app.visitor().post('/api/auth/forgot-password', { email: ada.user.email }, from(address))
  const links = async () => (await mailsTo(app, ada.user.email, /reset/i)).length
  const replies = await times(6, () => ask('6.6.6.6'))
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  await expect.poll(links).toBe(4)
  // The links of the first hour have expired; the next one is never more than ten minutes away.
  await app.database.sql`update rate_limits set window_start = now() - interval '10 minutes' where bucket = 'forgot-again'`
  expect((await ask('10.0.0.1')).status).toBe(200)
  await expect.poll(links).toBe(5)
})

test('one client address requests at most a hundred password resets an hour, and another is not affected', async () => {
  const app = await start()
  const ask = (at: number, address: string) =>
    app.visitor().post('/api/auth/forgot-password', { email: `person-${at}@example.com` }, from(address))
  const replies = await times(101, (at) => ask(at, '6.6.6.6'))
  expect(replies.map(({ status }) => status)).toEqual([...Array(100).fill(200), 429])
  expect((await ask(200, '10.0.0.1')).status).toBe(200)
})

test('an invalid reset link costs no hash', async () => {
  const app = await start()
  await app.member()
  const hash = vi.spyOn(Bun.password, 'hash')
  const token = 'x'.repeat(43)
  const replies = await times(101, () =>
    app.visitor().post('/api/auth/reset-forgotten', { token, newPassword: NEW }, from('6.6.6.6')),
  )
  expect(hash).not.toHaveBeenCalled()
  hash.mockRestore()
  expect(replies.map(({ status }) => status)).toEqual([...Array(100).fill(409), 429])
})
