import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, importQuarantine, meetingBookings, profileRequests, suppressions, vcs } from '#drizzle/schema/index.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import { held } from '#tests/support/actors/listings.ts'
import { CARDS, confirmUnlock, intentOf, orderOfIntent, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { enterCall } from '#tests/support/calls.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { findRecord, listListings } from '#tests/support/state/investors.ts'
import { storedText } from '#tests/support/state/rows.ts'
import { ask, confirm, setUp } from './setup.ts'

const { app, db, listed, look, isShown, tokenFor } = await setUp()

describe('a profile that was listed without a request', () => {
  test('is removed by the owner of the mailbox in the record: from the listing and from buyers, permanently', async () => {
    const { id, email } = await listed()
    const buyer = await app.member()
    const { body } = await startPayment(buyer, id)
    await payWithCard(app, body.clientSecret, CARDS.good)
    await confirmUnlock(buyer, body.clientSecret, id)
    expect((await held(buyer)).contacts).toHaveLength(1)

    const reply = await ask(app.visitor(), id, 'remove')
    expect(reply).toMatchObject({ status: 200, body: { success: true, next: 'mail' } })
    expect(JSON.stringify(reply.body)).not.toContain(email)
    expect(await isShown(id)).toBe(true)

    const token = await tokenFor(email, /Remove your profile/)
    expect((await look(token)).body).toEqual({ kind: 'remove', name: expect.stringContaining('Grace') })
    expect(await isShown(id)).toBe(true)
    expect((await confirm(app.visitor(), token)).body).toEqual({ outcome: 'removed' })
    expect(await isShown(id)).toBe(false)
    expect((await held(buyer)).contacts).toBeUndefined()
    expect((await held(buyer)).orders).toHaveLength(1)
    await expect.poll(async () => (await orderOfIntent(db, intentOf(body.clientSecret))).status).toBe('refunded')
    await mailTo(app, email, /is removed/)

    // Once, and nothing about the person remains.
    expect((await confirm(app.visitor(), token)).body.code).toBe('accounts.link-invalid')
    const traces = await storedText(db, suppressions, profileRequests, auditLog)
    expect(traces).not.toContain(email)
    expect(traces).toContain('"action":"removed"')
  })

  test('is removed from calls as well, past ones included, on the server and on devices', async () => {
    const { id, email } = await listed({ name: 'Ida Removed' })
    const founder = await app.member()
    const about = {
      vcName: 'Ida Removed',
      vcEmail: email,
      meetingLink: 'https://cal.example.com/ida',
      meetingTitle: 'Call with Ida Removed',
    }
    for (const days of [-20, -40]) {
      const status = days === -20 ? 'confirmed' : 'cancelled'
      await enterCall(app, founder, id, new Date(Date.now() + days * 86_400_000), { ...about, status })
    }
    const named = /Ida|listed-|cal\.example\.com/
    expect(JSON.stringify((await held(founder)).bookings)).toMatch(named)
    await ask(app.visitor(), id, 'remove')
    await confirm(app.visitor(), await tokenFor(email, /Remove your profile/))
    const left = (await held(founder)).bookings
    expect(left).toHaveLength(2)
    expect(JSON.stringify(left) + (await storedText(db, meetingBookings))).not.toMatch(named)
  })

  test('is restored by no import, with its own id or another', async () => {
    const { id, email } = await listed({ name: 'Ada Imported' })
    await ask(app.visitor(), id, 'remove')
    await confirm(app.visitor(), await tokenFor(email, /Remove your profile/))
    const record = (recordId: string, about: object) => ({ id: recordId, fields: { name: 'Ada Imported', email, ...about } })
    const others = Array.from({ length: 4 }, (_, at) =>
      record(`recOther${at}`, { name: `Other ${at}`, email: `other${at}@x.example` }),
    )
    const records = [record(id, {}), record('recAnew', {}), record('recColleague', { name: 'Bo Colleague' }), ...others]
    const outcome = await importListing({ db }, { source: 'file', records, confirm: true })
    expect(outcome).toMatchObject({ received: 7, added: 5, suppressed: 2, quarantined: 0 })
    expect([await isShown(id), await isShown('recAnew'), await isShown('recColleague')]).toEqual([false, false, true])
  })

  test('leaves nothing in the quarantine of an import, with its own id or another, and no import adds it there again', async () => {
    const { id, email } = await listed({ name: 'Twin Person' })
    const record = (recordId: string, about: object) => ({ id: recordId, fields: { name: 'Twin Person', email, ...about } })
    const twins = [record(id, { bio: 'early twin' }), record(id, { bio: 'late twin' }), { id, fields: { email } }]
    const other = [record('recTwinB', { bio: 'early other' }), record('recTwinB', {}), { id: 'recNameless', fields: {} }]
    const bring = () => importListing({ db }, { source: 'file', records: [...twins, ...other], confirm: true })
    const kept = () => storedText(db, importQuarantine)
    await bring()
    expect(await kept()).toContain('early twin')
    await ask(app.visitor(), id, 'remove')
    await confirm(app.visitor(), await tokenFor(email, /Remove your profile/))
    expect(await kept()).not.toContain(email)
    expect(await bring()).toMatchObject({ received: 6, suppressed: 5, quarantined: 1 })
    expect(await kept()).not.toContain(email)
    expect(await kept()).toContain('recNameless')
  })

  test('is claimed by an account, reviewed, and then replaces the listed one', async () => {
    const { id, email } = await listed({ price: null })
    await ask(app.visitor(), id, 'claim')
    const token = await tokenFor(email, /Take over your profile/)
    // A link opened without an account requires one first, and still works then.
    expect((await confirm(app.visitor(), token)).body).toEqual({ outcome: 'sign-in' })
    const owner = await app.member({ userType: 'vc' })
    expect((await confirm(owner, token)).body).toEqual({ outcome: 'claimed' })
    const [profile] = await listListings(db, { userId: owner.user.id })
    expect(profile).toMatchObject({ replacesId: id, email, isVerified: false, reviewStatus: 'pending', contactType: 'telegram' })
    expect((await held(owner)).ownListings).toMatchObject([{ id: profile?.id, reviewStatus: 'pending' }])
    const row = () => findRecord(db, id)
    expect((await row())?.unlistedAt).toBeNull()

    await db.update(vcs).set({ isVerified: true, reviewStatus: 'approved' }).where(eq(vcs.replacesId, id))
    expect((await row())?.unlistedAt).toBeInstanceOf(Date)
    expect(await row()).toBeDefined()
    await importListing({ db }, { source: 'file', records: [{ id, fields: { name: 'Grace again', email } }], confirm: true })
    expect((await row())?.unlistedAt).toBeInstanceOf(Date)
  })
})

test.each(['claim', 'remove'] as const)('a link to %s a profile ends when the record gets another mailbox', async (kind) => {
  const { id, email } = await listed()
  await ask(app.visitor(), id, kind)
  const token = await tokenFor(email, /your profile/i)
  expect((await look(token)).status).toBe(200)
  await app.database.sql`update directory_investors set email = 'successor@harbour.example' where id = ${id}`
  const refused = { status: 409, body: { code: 'accounts.link-invalid' } }
  expect(await look(token)).toMatchObject(refused)
  expect(await confirm(await app.member(), token)).toMatchObject(refused)
  expect(await isShown(id)).toBe(true)
  // The mailbox is written again as before: the link was not used.
  await app.database.sql`update directory_investors set email = ${email.toUpperCase()} where id = ${id}`
  expect((await confirm(await app.member(), token)).status).toBe(200)
})
