import { eq } from 'drizzle-orm'
import {
  auditLog,
  buyerMarks,
  coldInvestors,
  contactDeals,
  contactEntries,
  contactFollowUps,
  contactIntros,
  contactNotes,
  contactPhotos,
  decisionMakers,
  decisionMakerUnlocks,
  directoryInvestors,
  disputes,
  documents,
  fraudWarnings,
  jobs,
  ledgerEntries,
  mailTemplates,
  meetingBookings,
  notices,
  orders,
  payments,
  payoutBatches,
  payoutLines,
  people,
  principals,
  projectDrafts,
  projects,
  projectVotes,
  raiseRounds,
  receipts,
  refundRequests,
  savedInvestors,
  savedSearches,
  ticketMessages,
  tickets,
  users,
  vcRequests,
  vcs,
  vcUnlocks,
  visitCounts,
} from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { AccountKey } from '#shared/ledger/account.ts'
import type { TransactionKey } from '#shared/ledger/transaction.ts'
import { cents } from '#shared/money.ts'
import { listing } from '#tests/support/actors/directory.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
// These rows replace what services write; their ids are checked by the services.
// biome-ignore lint/suspicious/noExplicitAny: a branded id of each kind
const as = (id: string) => id as any

export const SELLER = 'pri_seller' as PrincipalId
export const BUYER = 'pri_buyer' as PrincipalId

const INVOICE = {
  ...{ title: 'rec1', item: 'vc_unlock', amount: cents(60_000), currency: 'usd', suppliedAt: '2026-11-20T09:00:00.000Z' },
  ...{ reason: 'payment' as const, buyer: { name: 'Bea Lund', address: '', postalCode: '', country: '', vatId: '' } },
  seller: { name: 'Latchkey', address: '', registration: '', vatId: '', email: '' },
}

/**
 * A buyer and a seller, with at least one row of every table that private documents are built from: the seller's listing replaces
 * a record that was sold before, and that another listing, whose owner has left, had claimed as well. A record was merged into each
 * of two others after it was sold.
 */
export async function fillBothSides(db: Database) {
  await db.insert(users).values([
    { id: as('usr_seller'), email: 'seller@example.com', firstName: 'Sela', lastName: 'Moss' },
    { id: as('usr_buyer'), email: 'buyer@example.com', firstName: 'Bea', lastName: 'Lund' },
  ])
  await db.insert(principals).values([
    { id: SELLER, kind: 'account', userId: as('usr_seller') },
    { id: BUYER, kind: 'account', userId: as('usr_buyer') },
  ])
  await db.insert(directoryInvestors).values([listing('rec1', { email: 'rec1@example.com' }), listing('rec2')])
  await db
    .insert(directoryInvestors)
    .values([
      listing('rec3', { mergedInto: as('rec1'), unlistedAt: daysAgo(1) }),
      listing('rec4', { mergedInto: as('rec2'), unlistedAt: daysAgo(1) }),
    ])
  const approved = { fundName: 'Moss', partnerName: 'Sela Moss', isVerified: true, reviewStatus: 'approved' as const }
  await db.insert(vcs).values([
    { id: as('vc1'), userId: as('usr_seller'), email: 'sela@moss.example', replacesId: as('rec1'), ...approved },
    { id: as('vc0'), replacesId: as('rec1'), ...approved, isVerified: false, reviewStatus: 'revoked' },
  ])
  // Without the decision below, the later listing would be responsible for the record.
  await db.update(vcs).set({ replacedAt: daysAgo(20), claimRevokedAt: null })
  await db
    .update(vcs)
    .set({ replacedAt: daysAgo(10) })
    .where(eq(vcs.id, as('vc0')))
  await db.insert(auditLog).values({ id: 'aud_1', action: 'revoked', targetType: 'vc', targetId: 'vc0' })
  await fillPurchases(db)
  await fillOwn(db)
  await fillLedger(db)
}

async function fillPurchases(db: Database) {
  const paid = { status: 'paid' as const, amount: cents(60_000), paidAt: daysAgo(3), createdAt: daysAgo(3) }
  const bought = (id: string, principalId: PrincipalId, targetId: string) => ({ id: as(id), principalId, targetId, ...paid })
  const snapshot = { title: 'A contact', receiptEmail: 'seller@example.com' }
  await db.insert(orders).values([
    { ...bought('ord_1', BUYER, 'rec1'), kind: 'vc_unlock', targetType: 'airtable', snapshot },
    { ...bought('ord_2', BUYER, 'vc1'), kind: 'meeting', targetType: 'platform', snapshot },
    { ...bought('ord_3', SELLER, 'rec2'), kind: 'vc_unlock', targetType: 'airtable', snapshot },
    { ...bought('ord_4', BUYER, 'dm_1'), kind: 'decision_maker', targetType: 'decision_maker', snapshot },
    { ...bought('ord_5', BUYER, 'vc1'), kind: 'vc_unlock', targetType: 'platform', snapshot },
    { ...bought('ord_6', BUYER, 'vc1'), kind: 'vc_unlock', targetType: 'platform', snapshot },
    { ...bought('ord_8', BUYER, 'rec3'), kind: 'vc_unlock', targetType: 'airtable', snapshot },
    { ...bought('ord_9', BUYER, 'rec4'), kind: 'vc_unlock', targetType: 'airtable', snapshot },
    // Small, and before the others: only the card belongs to the seller.
    {
      ...{ ...bought('ord_7', BUYER, 'vc1'), kind: 'vc_unlock', targetType: 'platform', amount: cents(100), paidAt: daysAgo(25) },
      snapshot: { title: 'A contact' },
    },
  ])
  const grant = (order: string) => ({ orderId: as(order), amount: cents(60_000), stripePaymentIntentId: `pi_${order}` })
  const sold = { principalId: BUYER, vcType: 'airtable' as const, paymentType: 'vc_unlock' }
  await db.insert(vcUnlocks).values([
    { id: 'unl_1', vcId: as('rec1'), ...sold, ...grant('ord_1') },
    { id: 'unl_2', vcId: as('vc1'), ...sold, ...grant('ord_2') },
    { id: 'unl_3', vcId: as('rec3'), ...sold, ...grant('ord_8') },
    { id: 'unl_4', vcId: as('rec4'), ...sold, ...grant('ord_9') },
  ])
  const receipt = { principalId: BUYER, paymentType: 'vc_unlock', introTemplate: 'Dear Sela' }
  await db.insert(payments).values({ id: 'pay_1', ...receipt, ...grant('ord_1') })
  await db.insert(receipts).values({ orderId: as('ord_1'), number: 1, issuedAt: daysAgo(3) })
  await db.insert(documents).values({
    ...{
      number: 'INV-2026-000001',
      kind: 'invoice',
      year: 2026,
      sequence: 1,
      orderId: as('ord_1'),
      position: 1,
      cause: 'capture',
    },
    ...{ corrects: [], issuedAt: daysAgo(3), content: INVOICE },
  })
  await db.insert(refundRequests).values({
    ...{ id: 'ref_1', orderId: as('ord_1'), status: 'requested', origin: 'buyer', reason: 'No answer', requestedAt: daysAgo(1) },
    ...{ replyDueAt: daysAgo(-1), refundDueAt: daysAgo(-9) },
  })
  await db.insert(coldInvestors).values({ id: as('cold_1'), fundName: 'Quiet Capital', fundSlug: 'quiet' })
  await db.insert(decisionMakers).values({
    ...{ id: as('dm_1'), coldInvestorId: as('cold_1'), position: 0, role: 'Partner', fullName: 'Greta Quietwater' },
    ...{ linkedinUrl: 'https://www.linkedin.example/in/greta', twitterUrl: 'https://x.example/greta' },
  })
  await db
    .insert(decisionMakerUnlocks)
    .values({ id: 'dmu_1', principalId: BUYER, decisionMakerId: as('dm_1'), ...grant('ord_4') })
  const start = daysAgo(-5)
  await db.insert(meetingBookings).values({
    ...{ id: as('bok_1'), principalId: BUYER, orderId: as('ord_2'), vcId: as('vc1'), vcType: 'platform', amount: cents(60_000) },
    ...{
      founderName: 'Bea',
      founderCompany: 'Grove',
      founderEmail: 'b@grove.example',
      vcName: 'Sela',
      vcEmail: 's@moss.example',
    },
    ...{
      meetingDateTime: start,
      endsAt: new Date(start.getTime() + 30 * 60 * 1000),
      meetingLink: 'https://cal.example.com/sela',
    },
  })
  const common = { principalId: BUYER, vcType: 'platform' as const, requestType: 'unlock' as const, amount: cents(500) }
  await db.insert(vcRequests).values([
    { id: 'req_1', vcId: as('vc1'), day: '2026-01-01', ...common },
    { id: 'req_2', vcId: as('rec2'), day: '2026-01-01', ...common },
    { id: 'req_3', vcId: as('rec3'), day: '2026-01-02', ...common },
    { id: 'req_4', vcId: as('rec4'), day: '2026-01-02', ...common },
  ])
}

async function fillOwn(db: Database) {
  const written = { principalId: BUYER, contactId: as('rec1'), text: 'Met in the hall' }
  await db.insert(contactNotes).values(written)
  await db.insert(contactIntros).values({ ...written, contactId: as('vc1') })
  await db.insert(contactFollowUps).values({ principalId: BUYER, contactId: as('rec1'), stage: 'written', rating: 3 })
  const person = 'psn_0193a1b2-0000-7000-8000-00000000b001'
  const search = 'sch_0193a1b2-0000-7000-8000-00000000b001'
  await db.insert(people).values({ principalId: BUYER, id: as(person), name: 'Noa Berg', organisation: 'Harbour Labs' })
  await db
    .insert(contactDeals)
    .values({ principalId: BUYER, contactId: as('rec1'), amount: 25_000_000, nextStep: 'Send the deck' })
  await db.insert(raiseRounds).values({ principalId: BUYER, name: 'Seed', target: 200_000_000 })
  const entry = { id: as('ent_0193a1b2-0000-7000-8000-00000000c001'), contactId: as(person), writtenOn: daysAgo(2) }
  await db.insert(contactEntries).values({ ...entry, principalId: BUYER, text: 'Wants a pilot' })
  const photo = { id: as('pho_0193a1b2-0000-7000-8000-00000000c001'), contactId: as(person), takenAt: daysAgo(2) }
  await db
    .insert(contactPhotos)
    .values({ ...photo, principalId: BUYER, width: 1600, height: 1200, bytes: 9000, file: 'photo-1.webp' })
  await db.insert(mailTemplates).values({ principalId: BUYER, contactId: as(search.replace('sch', 'tpl')), text: 'Dear {name}' })
  await db.insert(savedSearches).values({ principalId: BUYER, id: as(search), name: 'Seed in Lisbon', filters: 'stage=Seed' })
  await db.insert(savedInvestors).values({ principalId: BUYER, vcId: as('rec2') })
  await db.insert(projects).values({
    ...{ id: as('prj_1'), userId: as('usr_buyer'), companyName: 'Grove', isPublished: true, publishedAt: daysAgo(9) },
  })
  const draft = { values: { companyName: 'Groves' }, writers: {}, clashes: [] }
  await db.insert(projectDrafts).values({ principalId: BUYER, userId: as('usr_buyer'), ...draft })
  await db.insert(projectVotes).values({ projectId: as('prj_1'), userId: as('usr_seller'), principalId: SELLER })
  const day = new Date().toISOString().slice(0, 10)
  await db.insert(visitCounts).values([
    { subject: 'project', subjectId: 'prj_1', kind: 'view', day, count: 3 },
    { subject: 'investor', subjectId: 'vc1', kind: 'view', day, count: 3 },
  ])
  await db.insert(notices).values({ id: 'ntc_1', principalId: BUYER, kind: 'payout-paid', subject: 'line', facts: { amount: 1 } })
  await db.insert(tickets).values({ id: 'tic_1', kind: 'support', principalId: BUYER, message: 'Help' })
  await db.insert(ticketMessages).values({ id: 'msg_1', ticketId: 'tic_1', from: 'team', text: 'Here' })
}

async function fillLedger(db: Database) {
  await db.insert(fraudWarnings).values({ id: 'frd_1', orderId: as('ord_2'), fraudType: 'card', warnedAt: daysAgo(1) })
  const inquiry = { status: 'inquiry' as const, reason: 'fraudulent', amount: cents(500), openedAt: daysAgo(1) }
  await db.insert(disputes).values({ id: 'dsp_1', orderId: as('ord_5'), ...inquiry })
  await db.insert(jobs).values({ id: 'job_1', kind: ASK_FOR_MONEY, key: 'ord_6', runAt: daysAgo(-99) })
  await db.insert(buyerMarks).values([
    { orderId: as('ord_7'), mark: 'card' },
    { orderId: as('ord_3'), mark: 'card' },
  ])
  const leg = (id: string, order: string | null, transaction: TransactionKey, account: AccountKey, amount: number) => ({
    ...{ id, orderId: order === null ? null : as(order), transaction, account, amount: cents(amount) },
  })
  await db
    .insert(ledgerEntries)
    .values([
      leg('led_1', 'ord_1', 'capture', 'cash', 60_000),
      leg('led_2', 'ord_1', 'capture', 'investor_payable:rec1', -60_000),
      leg('led_3', 'ord_2', 'capture', 'cash', 60_000),
      leg('led_4', 'ord_2', 'capture', 'investor_payable:vc1', -60_000),
      ...[5, 6, 7].map((n) => leg(`led_1${n}`, `ord_${n}`, 'capture', 'investor_payable:vc1', -100)),
    ])
  await db.insert(payoutBatches).values({ id: 'bat_1', createdBy: as('usr_admin'), reference: 'SEPA 1', status: 'paid' })
  await db.insert(payoutLines).values({
    ...{ id: 'lin_1', batchId: 'bat_1', account: 'investor_payable:vc1', amount: cents(100), status: 'paid', payee: 'Sela' },
    ...{ userId: as('usr_seller'), paidAt: daysAgo(1) },
  })
}
