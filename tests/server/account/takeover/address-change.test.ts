import { describe, expect, test } from 'vitest'
import { verifiedMember } from '#tests/support/actors/projects.ts'
import type { Client } from '#tests/support/client.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { codeIn, mailsTo, mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { makeAppOld, makeStale } from '#tests/support/stand-ins/stale-responses.ts'
import { listDevices, listMailedSecrets } from '#tests/support/state/accounts.ts'
import { CONFIRM, NEW, put, setUp, verify } from './setup.ts'

// cspell:ignore abcdefghjk

let skippedMs = 0
const { app, member, visitor, database, db, signIn, rowOf, linkTo, resetByMail, enrol } = await setUp(() => skippedMs)

const keep = (token: string) => visitor().post<{ email: string; code?: string }>('/api/auth/keep-email', { token })
const registration = (email: string) => ({
  ...{ email, password: NEW, confirmPassword: NEW },
  ...{ firstName: 'Eve', lastName: 'Evil', userType: 'founder' },
})
const CHANGING = /is being changed/i
const CHANGED = /email address was changed/i

/** An account with a proven address, and a stranger who has requested another one in its fresh session. */
async function attacked(name: string) {
  const [mine, theirs] = [`${name}@example.com`, `${name}-evil@example.com`]
  const ada = await member({ email: mine })
  expect((await verify(ada, await linkTo(mine, CONFIRM))).status).toBe(200)
  expect((await put(ada, { email: theirs })).body.pendingEmail).toBe(theirs)
  return { ada, mine, theirs, link: await linkTo(theirs, CONFIRM), revertLink: await linkTo(mine, CHANGING) }
}

describe('a pending change of address ends with a new password', () => {
  const changes: [string, (ada: Client & { password: string }, mine: string) => Promise<{ status: number }>][] = [
    ['by the mailed link', (_, mine) => resetByMail(mine)],
    ['by the current one', (ada) => ada.post('/api/update-password', { currentPassword: ada.password, newPassword: NEW })],
    ['after a fresh sign-in', (ada) => ada.post('/api/reset-password', { newPassword: NEW })],
    [
      'in the profile, whose form shows the pending address',
      (ada, mine) => put(ada, { newPassword: NEW, email: mine.replace('@', '-evil@') }),
    ],
  ]
  test.each(changes)('%s', async (how, change) => {
    const { ada, mine, theirs, link } = await attacked(`pending-${how.replaceAll(/\W+/g, '-')}`)
    expect((await change(ada, mine)).status).toBe(200)
    expect(await rowOf(ada.user)).toMatchObject({ email: mine, pendingEmail: null })
    expect((await verify(visitor(), link, { password: NEW })).status).toBe(409)
    expect((await signIn(theirs, NEW)).status).toBe(401)
    expect((await signIn(mine, NEW)).status).toBe(200)
  })

  test('and so does every secret that was mailed before', async () => {
    const { ada, mine } = await attacked('secrets')
    await ada.post('/api/auth/code')
    await visitor().post('/api/auth/forgot-password', { email: mine })
    const reset = await linkTo(mine, /reset your password/i)
    await ada.post('/api/claims', { email: 'receipts@example.com' })
    expect((await ada.post('/api/reset-password', { newPassword: NEW })).status).toBe(200)
    const tokens = await listMailedSecrets(db, { userId: ada.user.id })
    const claims = await listMailedSecrets(db, { principalId: ada.user.principalId })
    expect(claims).toHaveLength(1)
    expect([...tokens, ...claims].filter(({ usedAt }) => usedAt === null)).toEqual([])
    expect((await visitor().post('/api/auth/reset-forgotten', { token: reset, newPassword: NEW })).status).toBe(409)
  })

  test('but not a change that is requested together with the password', async () => {
    const ada = await verifiedMember(app)
    const { body } = await put(ada, { newPassword: NEW, email: 'together@example.com' })
    expect(body).toMatchObject({ pendingEmail: 'together@example.com' })
    expect((await verify(ada, await linkTo('together@example.com', CONFIRM))).status).toBe(200)
    expect((await signIn('together@example.com', NEW)).status).toBe(200)
  })
})

describe('the link of a change of address', () => {
  test('has no effect without a session, and works once the password is entered', async () => {
    const { ada, mine, theirs, link } = await attacked('strange')
    expect(await verify(visitor(), link)).toMatchObject({ status: 403, body: { code: 'accounts.link-needs-password' } })
    expect(await verify(await member(), link)).toMatchObject({ status: 403, body: { code: 'accounts.link-needs-password' } })
    expect(await rowOf(ada.user)).toMatchObject({ email: mine, pendingEmail: theirs })
    expect((await verify(visitor(), link, { password: 'not-the-password' })).status).toBe(401)
    expect(await verify(visitor(), link, { password: ada.password })).toMatchObject({ status: 200, body: { email: theirs } })
  })

  test('is valid in the session that requested it, and in another one only after a fresh step-up', async () => {
    const { ada, mine, link } = await attacked('sessions')
    const phone = visitor()
    await phone.post('/api/auth/login', { email: mine, password: ada.password })
    await makeStale(db, ada.user)
    expect((await verify(phone, link)).body.code).toBe('accounts.link-needs-password')
    expect((await verify(ada, link)).status).toBe(200)
  })

  test('requires the second factor as well if one is enabled', async () => {
    const { ada, link } = await attacked('factor')
    expect(await enrol(ada)).toMatchObject({ recoveryCodes: expect.any(Array) })
    expect((await verify(visitor(), link, { password: ada.password })).body.code).toBe('totp-required')
    expect((await verify(visitor(), link, { password: ada.password, totp: 'abcdefghjk' })).body.code).toBe('totp-invalid')
  })

  test('expires after an hour', async () => {
    const { ada, link } = await attacked('hour')
    skippedMs += 61 * 60_000
    expect((await verify(ada, link)).body.code).toBe('accounts.link-invalid')
    skippedMs = 0
  })

  test('invalidates the links and codes that were mailed to the previous address', async () => {
    const { ada, mine, link } = await attacked('old-links')
    await visitor().post('/api/auth/forgot-password', { email: mine })
    const reset = await linkTo(mine, /reset your password/i)
    await ada.post('/api/auth/code')
    const code = codeIn(await mailTo(app, mine, /latchkey code/i))
    expect((await verify(ada, link)).status).toBe(200)
    expect((await visitor().post('/api/auth/reset-forgotten', { token: reset, newPassword: NEW })).status).toBe(409)
    expect((await ada.post('/api/auth/step-up', { code })).status).toBe(403)
  })
})

describe('the old address keeps the account, without a session', () => {
  test('by cancelling a pending change: all sessions end, and a reset link is mailed', async () => {
    const { ada, mine, link, revertLink } = await attacked('calls-off')
    expect(await keep(revertLink)).toMatchObject({ status: 200, body: { email: mine } })
    expect((await ada.get('/api/auth/user')).status).toBe(401)
    expect((await verify(visitor(), link, { password: ada.password })).body.code).toBe('accounts.link-invalid')
    expect(await rowOf(ada.user)).toMatchObject({ email: mine, pendingEmail: null })
    const token = await linkTo(mine, /reset your password/i)
    expect((await visitor().post('/api/auth/reset-forgotten', { token, newPassword: NEW })).status).toBe(200)
    expect((await keep(revertLink)).body.code).toBe('accounts.link-invalid')
  })

  test('by reverting a change, regardless of later changes by the stranger', async () => {
    const { ada, mine, theirs, link, revertLink } = await attacked('takes-back')
    expect((await verify(ada, link)).status).toBe(200)
    expect((await ada.post('/api/reset-password', { newPassword: NEW })).status).toBe(200)
    expect(await enrol(ada)).toMatchObject({ recoveryCodes: expect.any(Array) })

    expect(await keep(revertLink)).toMatchObject({ status: 200, body: { email: mine } })
    expect((await ada.get('/api/auth/user')).status).toBe(401)
    for (const email of [mine, theirs]) expect((await signIn(email, NEW)).status).toBe(401)
    await mailTo(app, theirs, /address was undone/i)
    const token = await linkTo(mine, /reset your password/i)
    expect((await visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'mine again, mine' })).status).toBe(200)
    expect(await signIn(mine, 'mine again, mine')).toMatchObject({ status: 200, body: { hasTwoFactor: false } })
  })

  test('by the link of either mail, and an app that was set up long before the change stays', async () => {
    const ada = await verifiedMember(app)
    expect(await enrol(ada)).toMatchObject({ recoveryCodes: expect.any(Array) })
    await makeAppOld(db, ada.user)
    await put(ada, { email: 'letters-evil@example.com' })
    expect((await verify(ada, await linkTo('letters-evil@example.com', CONFIRM))).status).toBe(200)
    expect((await keep(await linkTo(ada.user.email, CHANGED))).status).toBe(200)
    expect(await rowOf(ada.user)).toMatchObject({ email: ada.user.email, hasTwoFactor: true, password: null })
  })

  test('also if a stranger set up an app first, in a browser that was known before', async () => {
    const ada = await verifiedMember(app)
    const eve = visitor()
    await eve.post('/api/auth/login', { email: ada.user.email, password: ada.password })
    expect(await enrol(eve)).toMatchObject({ recoveryCodes: expect.any(Array) })
    skippedMs += 60_000
    await put(eve, { email: 'app-first-evil@example.com' })
    expect((await verify(eve, await linkTo('app-first-evil@example.com', CONFIRM))).status).toBe(200)
    expect((await keep(await linkTo(ada.user.email, CHANGED))).status).toBe(200)
    expect(await rowOf(ada.user)).toMatchObject({ email: ada.user.email, hasTwoFactor: false })
    expect(await listDevices(db, ada.user.id)).toEqual([])
    skippedMs = 0
  })

  test('and the stranger’s own revert link is invalid: the older address takes precedence, even after a change back', async () => {
    const { ada, mine, theirs, link } = await attacked('outranks')
    expect((await verify(ada, link)).status).toBe(200)
    await put(ada, { email: mine })
    const theirRevertLink = await linkTo(theirs, CHANGING)
    await expect.poll(async () => (await mailsTo(app, mine, CONFIRM)).length).toBe(2)
    expect((await verify(ada, await linkTo(mine, CONFIRM))).status).toBe(200)
    expect((await rowOf(ada.user))?.email).toBe(mine)
    expect((await keep(theirRevertLink)).body.code).toBe('accounts.link-invalid')
  })

  test('also over two changes', async () => {
    const { ada, mine, theirs, link, revertLink } = await attacked('twice')
    expect((await verify(ada, link)).status).toBe(200)
    await put(ada, { email: 'twice-third@example.com' })
    const theirRevertLink = await linkTo(theirs, CHANGING)
    expect((await verify(ada, await linkTo('twice-third@example.com', CONFIRM))).status).toBe(200)
    expect((await keep(revertLink)).body.email).toBe(mine)
    expect((await keep(theirRevertLink)).body.code).toBe('accounts.link-invalid')
  })

  test('for a week, in which no other account can use the address', async () => {
    const { ada, mine, link, revertLink } = await attacked('reserved')
    expect((await verify(ada, link)).status).toBe(200)
    await expect(member({ email: mine })).rejects.toThrow('Please try again')
    const eve = await member()
    await put(eve, { email: mine })
    skippedMs += 8 * 24 * 60 * 60_000
    expect((await keep(revertLink)).body.code).toBe('accounts.link-invalid')
    await member({ email: mine })
    skippedMs = 0
  })

  test('also if a stranger registers it at the moment at which it becomes free', async () => {
    const { ada, mine, link, revertLink } = await attacked('moment')
    await ada.post('/api/auth/code')
    const held = await openTransaction(database)
    // The change waits here: in its transaction the address is free, for other accounts not yet.
    await held.write((sql) => sql`select 1 from auth_tokens where user_id = ${ada.user.id} and purpose = 'code' for update`)
    const changed = verify(ada, link)
    await untilWaiting(database, 1)
    const taken = visitor().post('/api/auth/register', registration(mine))
    await untilWaiting(database, 2)
    await held.end('commit')
    expect((await changed).status).toBe(200)
    expect((await taken).status).toBe(409)
    expect(await keep(revertLink)).toMatchObject({ status: 200, body: { email: mine } })
  })

  test('but an address that was never proven is not reserved', async () => {
    const eve = await member({ email: 'unproved@example.com' })
    await put(eve, { email: 'unproved-evil@example.com' })
    expect((await verify(eve, await linkTo('unproved-evil@example.com', CONFIRM))).status).toBe(200)
    expect((await mailTo(app, 'unproved@example.com', CHANGED)).text).not.toContain('keep-email')
    await member({ email: 'unproved@example.com' })
  })
})
