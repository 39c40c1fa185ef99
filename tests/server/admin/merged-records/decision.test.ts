import { describe, expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import { hasUnlocked } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { findListing, findRecord } from '#tests/support/state/investors.ts'
import { entry, note, push, REASON, startMerging } from './setup.ts'

const app = await startTestApp()
const { db } = app.database
const { merge, preview, send, view, two } = await startMerging(app)

describe('a preview', () => {
  test('shows both records with what a merge fills, and of users only how many there are', async () => {
    const { from, into } = await two({ location: 'Oslo', telegram: '@canary_telegram', bio: 'Other' }, { bio: 'Own' })
    const buyer = await app.member()
    await buy(app, buyer, from)
    await buy(app, buyer, into)
    await buy(app, await app.member(), from)
    await push(buyer, note(from, 'canary note'), entry(from, 'canary entry'), {
      name: 'investor.save',
      args: { vcId: from, isSaved: true },
    })
    const { status, body } = await preview(from, into)
    expect([status, body]).toMatchObject([
      200,
      {
        from: { id: from, facts: { location: 'Oslo' }, given: ['email', 'telegram'] },
        into: { id: into, facts: { location: null, bio: 'Own' } },
        counts: { from: { buyers: 2, calls: 0, writers: 1, saved: 1 }, into: { buyers: 1, calls: 0, writers: 0, saved: 0 } },
        buyersOfBoth: 1,
        filled: ['location', 'telegram'],
      },
    ])
    expect(JSON.stringify(body)).not.toContain('canary')
  })

  test('of one record, of a missing one and of an id with a NUL is refused', async () => {
    const { from, into } = await two()
    expect(await preview(from, from)).toMatchObject({ status: 409, body: { code: 'records.same' } })
    expect((await preview(from, 'recNone' as VcId)).status).toBe(404)
    expect((await preview(from, `${into}%00` as VcId)).status).toBe(400)
  })
})

describe('a merge', () => {
  test('fills empty fields, which no later import clears, and is in the log without a value of the contact', async () => {
    const { from, into } = await two({ location: 'Oslo', telegram: '@canary_telegram' })
    expect((await merge(from, into)).body).toMatchObject({
      id: into,
      facts: { location: 'Oslo' },
      edited: ['location', 'telegram'],
    })
    expect(await findRecord(db, into)).toMatchObject({
      name: 'Ida Into',
      email: 'canary-into@x.example',
      telegram: '@canary_telegram',
    })
    expect(await view(from)).toMatchObject({ isListed: false, mergedInto: into })
    const log = [await auditEntriesOf(db, from), await auditEntriesOf(db, into)]
    expect(log).toMatchObject([
      [{ action: 'merged', after: { mergedInto: into, note: REASON } }],
      [{ action: 'took over a record', after: { merged: from, fields: 'Location, Telegram', note: REASON } }],
    ])
    expect(JSON.stringify(log)).not.toContain('canary')
  })

  test('that is sent twice happens once', async () => {
    const { from, into } = await two()
    const versions = { version: (await view(from)).version, intoVersion: (await view(into)).version }
    const replies = await Promise.all([send(from, into, versions), send(from, into, versions)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await send(from, into, versions)).status).toBe(200)
    expect(await auditEntriesOf(db, from)).toHaveLength(1)
  })

  test('and its opposite at the same time end in one', async () => {
    const { from, into } = await two()
    const [one, other] = [(await view(from)).version, (await view(into)).version]
    const replies = await Promise.all([
      send(from, into, { version: one, intoVersion: other }),
      send(into, from, { version: other, intoVersion: one }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('records.merged')
    expect([(await view(from)).mergedInto, (await view(into)).mergedInto].filter((id) => id !== null)).toHaveLength(1)
  })

  test('of a record that was changed since is refused with the current versions', async () => {
    const { from, into } = await two()
    const versions = { version: (await view(from)).version, intoVersion: (await view(into)).version - 1 }
    const current = { version: versions.version, intoVersion: versions.intoVersion + 1 }
    expect(await send(from, into, versions)).toMatchObject({ status: 409, body: { code: 'review.moved-on', current } })
  })

  test('of a record that stays takes along those that were merged into it', async () => {
    const { from, into } = await two()
    const { into: last } = await two()
    const buyer = await app.member()
    await buy(app, buyer, from)
    await merge(from, into)
    await merge(into, last)
    expect(await view(from)).toMatchObject({ mergedInto: last })
    expect(await hasUnlocked(buyer, last)).toBe(true)
    expect((await merge(last, from)).body.code).toBe('records.merged')
  })

  test('of a record that a profile has replaced is refused; the other direction is not', async () => {
    const { from, into } = await two()
    await anInvestor(app, { replacesId: from })
    expect(await merge(from, into)).toMatchObject({ status: 409, body: { code: 'records.has-profile' } })
    expect((await merge(into, from)).status).toBe(200)
  })

  test('takes along a claim that waits for its review', async () => {
    const { from, into } = await two()
    const { listing } = await anInvestor(app, { replacesId: from, isVerified: false, reviewStatus: 'pending' })
    expect((await merge(from, into)).status).toBe(200)
    expect(await findListing(db, listing)).toMatchObject({ replacesId: into })
    // One that was sent before, and arrives now.
    const late = await anInvestor(app, { replacesId: from, isVerified: false, reviewStatus: 'pending' })
    expect(await findListing(db, late.listing)).toMatchObject({ replacesId: into })
  })

  test('leaves a record that cannot be edited, listed or followed any more', async () => {
    const { from, into } = await two()
    await merge(from, into)
    const { version } = await view(from)
    const { admin } = await startMerging(app)
    for (const [path, body, method] of [
      ['', { change: { bio: 'New' } }, 'PATCH'],
      ['/contact', { change: { email: 'new@x.example' } }, 'PATCH'],
      ['/source', {}, 'POST'],
      ['/listed', { isListed: true }, 'POST'],
    ] as const) {
      const reply = await admin.post(`/api/admin/records/${from}${path}`, { reason: REASON, version, ...body }, { method })
      expect(reply).toMatchObject({ status: 409, body: { code: 'records.merged' } })
    }
  })
})
