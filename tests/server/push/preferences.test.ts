import { expect, test } from 'vitest'
import { SESSION_COOKIE } from '#server/http/session.ts'
import type { VcId } from '#shared/ids.ts'
import { kindsOf, push } from '#tests/server/notices/setup.ts'
import { account } from '#tests/support/actors/account.ts'
import { startPushing } from './setup.ts'

const { app, service, turnOn, notify, payOut, messagesOf, waiting, retryAfter, settled } = await startPushing()

const reply = { vcId: 'recA' as VcId, choice: 'yes', isBought: true } as const
type Person = Awaited<ReturnType<typeof account>>
const prefer = (client: Person, which: string, isOn: boolean) => push(client, 'notice.prefer', { which, isOn })

/** A second browser of an account that has a password. */
async function twoDevices() {
  const member = await app.member()
  const laptop = app.visitor()
  await laptop.post('/api/auth/login', { email: member.user.email, password: member.password })
  expect(laptop.cookies.get(SESSION_COOKIE)).toBeTruthy()
  return { member, endpoints: [await turnOn(member), await turnOn(laptop)] }
}

test('news of a group that is off is pushed to no device, and is in the list; that of the others is pushed', async () => {
  const { member, endpoints } = await twoDevices()
  expect(await push(member, 'notice.prefer', { which: 'replies:push', isOn: false })).toBe('applied')
  await notify(member, 'reply', reply)
  await payOut(member)
  for (const device of endpoints) await expect.poll(() => messagesOf(device).map(({ kind }) => kind)).toEqual(['payout-paid'])
  await settled()
  for (const device of endpoints) expect(messagesOf(device)).toMatchObject([{ kind: 'payout-paid', unread: 2 }])
  expect(await kindsOf(member)).toEqual(['reply', 'payout-paid'])

  await push(member, 'notice.prefer', { which: 'replies:push', isOn: true })
  await notify(member, 'reply', reply)
  for (const device of endpoints) await expect.poll(() => messagesOf(device)).toHaveLength(2)
})

test('a group that is switched off while the push service is away is not pushed once it is back', async () => {
  const ada = await account(app)
  const phone = await turnOn(ada)
  service.answerWith(() => ({ status: 503 }))
  await notify(ada, 'reply', reply)
  await expect.poll(() => waiting()).toMatchObject([{ attempts: 1 }])
  await prefer(ada, 'replies:push', false)
  service.answerWith(undefined)
  await retryAfter(16)
  expect([await waiting(), messagesOf(phone)]).toEqual([[], []])
})

test('neither a mail that is off nor a switch of another account ends a push', async () => {
  const [ada, eve] = [await account(app), await account(app)]
  const phone = await turnOn(ada)
  await prefer(ada, 'replies:mail', false)
  await prefer(eve, 'replies:push', false)
  await notify(ada, 'reply', reply)
  await expect.poll(() => messagesOf(phone)).toHaveLength(1)
})
