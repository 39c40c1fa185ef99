import { expect, onTestFinished, test } from 'vitest'
import type { AdminSwitches, Switch } from '#shared/switches/contract.ts'
import { switchedOffTexts } from '#shared/switches/contract.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { account } from '#tests/support/actors/account.ts'
import { giveRoles } from '#tests/support/actors/admins.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'

const app = await startTestApp()
const { db, sql } = app.database
const owner = await account(app)
await giveRoles(app, owner, ['owner'])

type Answer = AdminSwitches & { code?: string }
const change = (feature: Switch, isOff: boolean) =>
  owner.post<Answer>(`/api/admin/switches/${feature}`, { isOff, reason: 'Spam.' }, { method: 'PATCH' })
/** Off until the test ends. */
async function switchOff(feature: Switch) {
  expect((await change(feature, true)).status).toBe(200)
  onTestFinished(async () => void (await change(feature, false)))
}
const config = async (by = app) => (await by.visitor().get<{ off?: object }>('/api/config')).body
const refusalOf = (feature: Switch) => ({ status: 403, body: { code: 'switched-off', message: switchedOffTexts[feature] } })

const signUp = (email: string) => ({
  ...{ email, password: 'correct horse battery', confirmPassword: 'correct horse battery' },
  ...{ firstName: 'Ada', lastName: 'Member', userType: 'founder' },
})

test('an owner switches a feature off and on: pages read it with the configuration, and the log has both', async () => {
  expect(await config()).not.toHaveProperty('off')
  const { body } = await owner.get<AdminSwitches>('/api/admin/switches')
  expect(body.switches.map(({ offSince }) => offSince)).toEqual(body.switches.map(() => null))
  const off = await change('bookings', true)
  expect(off.body.switches.find(({ feature }) => feature === 'bookings')?.offSince).toEqual(expect.any(String))
  expect((await config()).off).toEqual({ bookings: switchedOffTexts.bookings })
  // Once more the same: no entry.
  expect((await change('bookings', true)).status).toBe(200)
  expect((await change('bookings', false)).status).toBe(200)
  expect(await config()).not.toHaveProperty('off')
  const entry = { actorId: owner.user.id, targetType: 'switch', targetId: 'bookings' }
  expect(await auditEntriesOf(db, 'bookings')).toMatchObject([
    { ...entry, action: 'switched off', after: { isOff: true, note: 'Spam.' } },
    { ...entry, action: 'switched on', after: { isOff: false, note: 'Spam.' } },
  ])
})

test('an unknown feature, and a change without a reason, are refused', async () => {
  const patch = (feature: string, body: object) => owner.post(`/api/admin/switches/${feature}`, body, { method: 'PATCH' })
  expect((await patch('everything', { isOff: true, reason: 'Spam.' })).status).toBe(422)
  expect((await patch('newsletter', { isOff: true, reason: ' ' })).status).toBe(422)
  expect(await config()).not.toHaveProperty('off')
})

test('the configuration has what the node read last while the switches cannot be read', async () => {
  await switchOff('newsletter')
  expect(await config()).toHaveProperty('off')
  await sql.unsafe('alter table switched_off rename to switched_off_away')
  const during = await config()
  await sql.unsafe('alter table switched_off_away rename to switched_off')
  expect(during.off).toEqual({ newsletter: switchedOffTexts.newsletter })
})

test('a feature that only a later release knows is left out', async () => {
  await sql`insert into switched_off (feature, since) values ('later', now())`
  const read = await config()
  expect(read).toHaveProperty('stripe')
  expect(read).not.toHaveProperty('off')
  expect((await app.visitor().post('/api/newsletter-signup', { email: 'later@example.com' })).status).toBe(200)
  await sql`delete from switched_off where feature = 'later'`
})

test('without sign-up no account is made, the same for a known address, and existing accounts sign in', async () => {
  const member = await app.member()
  await switchOff('sign-up')
  for (const email of ['new@example.com', member.user.email]) {
    expect(await app.visitor().post('/api/auth/register', signUp(email))).toMatchObject(refusalOf('sign-up'))
  }
  const { email } = member.user
  expect((await app.visitor().post('/api/auth/login', { email, password: member.password })).status).toBe(200)
})

test('without new subscribers, the newsletter is refused on each way, and can still be left', async () => {
  const member = await account(app, { emailVerifiedAt: new Date() })
  const choose = (isOn: boolean, by: Client = member) => by.post('/api/newsletter', { isOn })
  expect((await choose(true)).status).toBe(200)
  await switchOff('newsletter')
  expect(await app.visitor().post('/api/newsletter-signup', { email: 'a@example.com' })).toMatchObject(refusalOf('newsletter'))
  expect(await choose(true)).toMatchObject(refusalOf('newsletter'))
  expect(await choose(false)).toMatchObject({ status: 200, body: { isOn: false } })
})

test('a sign-up that a device had queued comes back with the text, and is accepted once the newsletter is on', async () => {
  const device = app.visitor()
  const clientId = newClientId()
  const join = async () => {
    const mutation = {
      id: newMutationId(),
      name: 'earlyAccess.join',
      args: { email: 'queued@example.com' },
      madeAt: new Date().toISOString(),
    }
    return (await device.post<PushReply>('/api/sync/push', { clientId, mutations: [mutation] })).body.results[0]
  }
  await change('newsletter', true)
  expect(await join()).toMatchObject({ status: 'refused', code: 'switched-off', message: switchedOffTexts.newsletter })
  await change('newsletter', false)
  expect(await join()).toMatchObject({ status: 'applied' })
})

test('another node learns of a change at once', async () => {
  const second = await app.anotherNode()
  await switchOff('newsletter')
  const joining = await second.visitor().post('/api/newsletter-signup', { email: 'b@example.com' })
  expect(joining).toMatchObject(refusalOf('newsletter'))
  expect((await config(second)).off).toEqual({ newsletter: switchedOffTexts.newsletter })
})
