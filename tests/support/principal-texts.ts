import * as schema from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { EntryId } from '#shared/contacts/entry.ts'
import type { BookingId, OrderId, PrincipalId, ProjectId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { PersonId } from '#shared/people/contract.ts'
import type { SearchId } from '#shared/searches/contract.ts'
import { spanAt } from './actors/bookings.ts'

/** The investor whom the texts are about. */
export const vcId = 'rec1' as VcId

/** An entry about the investor. */
const datedEntry = () => ({ id: `ent_${crypto.randomUUID()}` as EntryId, contactId: vcId, writtenOn: new Date(0) })

/** An introduction request. */
export const introRequest = (principalId: PrincipalId, message: string | null) => ({
  id: newId<string>('req'),
  principalId,
  vcId,
  vcType: 'airtable' as const,
  requestType: 'intro' as const,
  message,
  amount: cents(0),
  day: '2026-11-21',
})

const PROJECT = newId<ProjectId>('prj')

/** A report about one project, which must be in the database. */
export const projectReport = (principalId: PrincipalId, text: string) => ({
  id: newId<string>('rep'),
  projectId: PROJECT,
  principalId,
  reason: 'spam' as const,
  text,
})
export const addReportedProject = (db: Database) => db.insert(schema.projects).values({ id: PROJECT }).onConflictDoNothing()

const searchId = () => `sch_${crypto.randomUUID()}` as SearchId

type Write = (db: Database, principalId: PrincipalId, text: string) => Promise<unknown>

async function anOrder(db: Database, principalId: PrincipalId, text: string) {
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

/** Each way in which a principal’s text is stored. All write about the same subject. */
export const PRINCIPAL_TEXTS: [table: string, column: string, write: Write][] = [
  [
    'contact_notes',
    'text',
    (db, principalId, text) => db.insert(schema.contactNotes).values({ principalId, contactId: vcId, text }),
  ],
  [
    'contact_notes',
    'clashes',
    (db, principalId, text) =>
      db.insert(schema.contactNotes).values({ principalId, contactId: vcId, text: 'same', clashes: [clash(text)] }),
  ],
  [
    'contact_intros',
    'text',
    (db, principalId, text) => db.insert(schema.contactIntros).values({ principalId, contactId: vcId, text }),
  ],
  [
    'contact_intros',
    'clashes',
    (db, principalId, text) =>
      db.insert(schema.contactIntros).values({ principalId, contactId: vcId, text: 'same', clashes: [clash(text)] }),
  ],
  [
    'contact_follow_ups',
    'met_at',
    (db, principalId, text) => db.insert(schema.contactFollowUps).values({ principalId, contactId: vcId, metAt: text }),
  ],
  [
    'contact_entries',
    'text',
    (db, principalId, text) => db.insert(schema.contactEntries).values({ ...datedEntry(), principalId, text }),
  ],
  [
    'contact_entries',
    'clashes',
    (db, principalId, text) =>
      db.insert(schema.contactEntries).values({ ...datedEntry(), principalId, text: 'same', clashes: [clash(text)] }),
  ],
  [
    'people',
    'name',
    (db, principalId, text) =>
      db.insert(schema.people).values({ principalId, id: `psn_${crypto.randomUUID()}` as PersonId, name: text }),
  ],
  [
    'contact_deals',
    'next_step',
    (db, principalId, text) => db.insert(schema.contactDeals).values({ principalId, contactId: vcId, nextStep: text }),
  ],
  ['raise_rounds', 'name', (db, principalId, text) => db.insert(schema.raiseRounds).values({ principalId, name: text })],
  [
    'mail_templates',
    'text',
    (db, principalId, text) => db.insert(schema.mailTemplates).values({ principalId, contactId: vcId, text }),
  ],
  [
    'mail_templates',
    'clashes',
    (db, principalId, text) =>
      db.insert(schema.mailTemplates).values({ principalId, contactId: vcId, text: 'same', clashes: [clash(text)] }),
  ],
  [
    'saved_searches',
    'name',
    (db, principalId, text) =>
      db.insert(schema.savedSearches).values({ principalId, id: searchId(), name: text, filters: 'stage=Seed' }),
  ],
  [
    'saved_searches',
    'filters',
    (db, principalId, text) =>
      db.insert(schema.savedSearches).values({ principalId, id: searchId(), name: 'Seed', filters: text }),
  ],
  ['vc_requests', 'message', (db, principalId, text) => db.insert(schema.vcRequests).values(introRequest(principalId, text))],
  [
    'project_reports',
    'text',
    (db, principalId, text) => db.insert(schema.projectReports).values(projectReport(principalId, text)),
  ],
  [
    'tickets',
    'message',
    (db, principalId, text) =>
      db.insert(schema.tickets).values({ id: newId('tkt'), kind: 'support', principalId, message: text }),
  ],
  [
    'notices',
    'title',
    (db, principalId, text) => db.insert(schema.notices).values({ id: newId('ntc'), principalId, kind: 'refund', title: text }),
  ],
  ['orders', 'snapshot', anOrder],
  [
    'payments',
    'intro_template',
    async (db, principalId, text) => {
      const orderId = await anOrder(db, principalId, 'Grace')
      const paid = { principalId, orderId, amount: cents(2500), paymentType: 'unlock', stripePaymentIntentId: 'pi_1' }
      return db.insert(schema.payments).values({ ...paid, id: newId('pay'), vcId, introTemplate: text })
    },
  ],
  [
    'refund_requests',
    'reason',
    async (db, principalId, text) => {
      const [orderId, now] = [await anOrder(db, principalId, 'Grace'), new Date()]
      const dates = { requestedAt: now, replyDueAt: now, refundDueAt: now }
      const refund = { id: newId<string>('rfd'), orderId, principalId, status: 'requested', origin: 'buyer' } as const
      return db.insert(schema.refundRequests).values({ ...refund, ...dates, reason: text })
    },
  ],
  [
    'meeting_bookings',
    'meeting_description',
    (db, principalId, text) =>
      db.insert(schema.meetingBookings).values({
        ...nextHour(),
        id: newId<BookingId>('bkg'),
        principalId,
        vcId,
        vcType: 'airtable',
        meetingDescription: text,
      }),
  ],
  [
    'meeting_bookings',
    'proposal_note',
    (db, principalId, text) =>
      db.insert(schema.meetingBookings).values({
        ...nextHour(),
        id: newId<BookingId>('bkg'),
        principalId,
        vcId,
        vcType: 'airtable',
        proposedBy: 'founder',
        proposedTimes: [new Date(0).toISOString()],
        proposedAt: new Date(0),
        proposalNote: text,
      }),
  ],
]

/** Tables of a principal without user-written text, or whose principals require an account from the start. */
export const WITHOUT_TEXT = [
  'auth_tokens',
  'card_failures',
  'contact_photos',
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
