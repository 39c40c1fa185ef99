import { expect, test } from 'vitest'
import * as schema from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { BookingId, OrderId, PrincipalId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { spanAt } from '#tests/support/actors/bookings.ts'
import { rowsOfPrincipal, tablesOfPrincipals } from '#tests/support/database/tables-that-say.ts'
import { request, setUp, vcId } from './setup.ts'

const { db, aPair, signIn, report } = await setUp()

type Write = (principalId: PrincipalId, text: string) => Promise<unknown>

async function anOrder(principalId: PrincipalId, text: string) {
  const id = newId<OrderId>('ord')
  const snapshot = { title: text }
  const about = { kind: 'vc_unlock', targetType: 'airtable', targetId: vcId, status: 'paid', amount: cents(2500) } as const
  await db.insert(schema.orders).values({ ...about, id, principalId, piId: `pi_${id.replaceAll('_', '')}`, snapshot })
  return id
}

/** Each call has a distinct time: one investor has one at a time. */
let hours = 0
const nextHour = () => {
  hours += 1
  return spanAt(new Date(hours * 60 * 60 * 1000))
}

const clash = (text: string) => ({ text, by: 'phone', at: '2026-11-21T09:00:00.000Z' })

/** Each way in which a principal’s text is stored. Both write about the same subject. */
const TEXTS: [table: string, column: string, write: Write][] = [
  ['contact_notes', 'text', (principalId, text) => db.insert(schema.contactNotes).values({ principalId, contactId: vcId, text })],
  [
    'contact_notes',
    'clashes',
    (principalId, text) =>
      db.insert(schema.contactNotes).values({ principalId, contactId: vcId, text: 'same', clashes: [clash(text)] }),
  ],
  [
    'contact_intros',
    'text',
    (principalId, text) => db.insert(schema.contactIntros).values({ principalId, contactId: vcId, text }),
  ],
  [
    'contact_intros',
    'clashes',
    (principalId, text) =>
      db.insert(schema.contactIntros).values({ principalId, contactId: vcId, text: 'same', clashes: [clash(text)] }),
  ],
  [
    'contact_follow_ups',
    'met_at',
    (principalId, text) => db.insert(schema.contactFollowUps).values({ principalId, contactId: vcId, metAt: text }),
  ],
  ['vc_requests', 'message', (principalId, text) => db.insert(schema.vcRequests).values(request(principalId, text))],
  ['project_reports', 'text', (principalId, text) => db.insert(schema.projectReports).values(report(principalId, text))],
  [
    'tickets',
    'message',
    (principalId, text) => db.insert(schema.tickets).values({ id: newId('tkt'), kind: 'support', principalId, message: text }),
  ],
  [
    'notices',
    'title',
    (principalId, text) => db.insert(schema.notices).values({ id: newId('ntc'), principalId, kind: 'refund', title: text }),
  ],
  ['orders', 'snapshot', anOrder],
  [
    'payments',
    'intro_template',
    async (principalId, text) => {
      const orderId = await anOrder(principalId, 'Grace')
      const paid = { principalId, orderId, amount: cents(2500), paymentType: 'unlock', stripePaymentIntentId: 'pi_1' }
      return db.insert(schema.payments).values({ ...paid, id: newId('pay'), vcId, introTemplate: text })
    },
  ],
  [
    'refund_requests',
    'reason',
    async (principalId, text) => {
      const [orderId, now] = [await anOrder(principalId, 'Grace'), new Date()]
      const dates = { requestedAt: now, replyDueAt: now, refundDueAt: now }
      const refund = { id: newId<string>('rfd'), orderId, principalId, status: 'requested', origin: 'buyer' } as const
      return db.insert(schema.refundRequests).values({ ...refund, ...dates, reason: text })
    },
  ],
  [
    'meeting_bookings',
    'meeting_description',
    (principalId, text) =>
      db.insert(schema.meetingBookings).values({
        ...nextHour(),
        id: newId<BookingId>('bkg'),
        principalId,
        vcId,
        vcType: 'airtable',
        meetingDescription: text,
      }),
  ],
]

/** Tables of a principal without user-written text, or whose principals require an account from the start. */
const WITHOUT_TEXT = [
  'auth_tokens',
  'card_failures',
  'decision_maker_unlocks',
  'given_refunds',
  'intent_origins',
  'processed_mutations',
  'project_drafts',
  'project_votes',
  'saved_investors',
  'text_writers',
  'vc_unlocks',
]

const readTable = async (table: string, principalId: PrincipalId) => (await rowsOfPrincipal(db, table, principalId)).join(' ')

test.each(TEXTS)(
  '%s: the guest’s text and the account’s text both exist after the sign-in (%s)',
  async (table, _column, write) => {
    const pair = await aPair()
    await write(pair.account, 'Words of the account')
    await write(pair.guest, 'Words of the guest')
    await signIn(pair)
    // The job that runs again a minute later finds nothing to do.
    await signIn(pair)
    const kept = await readTable(table, pair.account)
    expect(kept).toContain('Words of the account')
    expect(kept.split('Words of the guest')).toHaveLength(2)
    expect(await readTable(table, pair.guest)).toBe('')
  },
)

test('each table of a principal is in the table above, or has no text', async () => {
  const known = new Set([...WITHOUT_TEXT, ...TEXTS.map(([table]) => table)])
  expect((await tablesOfPrincipals(db)).filter((name) => !known.has(name))).toEqual([])
})
