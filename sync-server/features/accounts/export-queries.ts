import { and, eq, getTableColumns } from 'drizzle-orm'
import {
  contactFollowUps,
  contactIntros,
  contactNotes,
  decisionMakerUnlocks,
  meetingBookings,
  notices,
  orders,
  payments,
  projectDrafts,
  projectReports,
  projects,
  projectVotes,
  refundRequests,
  savedInvestors,
  ticketMessages,
  tickets,
  uploads,
  vcRequests,
  vcs,
  vcUnlocks,
} from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/db.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'

/** Everything that is kept of a person beside the account itself, table by table. */
export async function listOwnRows(db: Queryable, userId: UserId, principalId: PrincipalId) {
  const { changedXid: _project, ...projectColumns } = getTableColumns(projects)
  const { changedXid: _listing, ...listingColumns } = getTableColumns(vcs)
  const { alert: _alert, decidedBy: _admin, ...refundColumns } = getTableColumns(refundRequests)
  const bought = await db.select().from(orders).where(eq(orders.principalId, principalId))
  const standing = new Set(bought.flatMap(({ id, status }) => (status === 'paid' ? [id] : [])))
  return {
    projects: await db.select(projectColumns).from(projects).where(eq(projects.userId, userId)),
    projectDrafts: await db.select().from(projectDrafts).where(eq(projectDrafts.principalId, principalId)),
    investorProfiles: await db.select(listingColumns).from(vcs).where(eq(vcs.userId, userId)),
    orders: bought,
    refundRequests: await db
      .select(refundColumns)
      .from(refundRequests)
      .innerJoin(orders, and(eq(orders.id, refundRequests.orderId), eq(orders.principalId, principalId))),
    payments: (await db.select().from(payments).where(eq(payments.principalId, principalId))).map((payment) =>
      standing.has(payment.orderId) ? payment : { ...payment, introTemplate: null },
    ),
    unlocks: await db.select().from(vcUnlocks).where(eq(vcUnlocks.principalId, principalId)),
    decisionMakerUnlocks: await db.select().from(decisionMakerUnlocks).where(eq(decisionMakerUnlocks.principalId, principalId)),
    bookings: (await db.select().from(meetingBookings).where(eq(meetingBookings.principalId, principalId))).map(withoutContact),
    requests: await db.select().from(vcRequests).where(eq(vcRequests.principalId, principalId)),
    tickets: await db.select().from(tickets).where(eq(tickets.principalId, principalId)),
    ticketMessages: await db
      .select(getTableColumns(ticketMessages))
      .from(ticketMessages)
      .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
      .where(eq(tickets.principalId, principalId)),
    notes: await db.select().from(contactNotes).where(eq(contactNotes.principalId, principalId)),
    introductions: await db.select().from(contactIntros).where(eq(contactIntros.principalId, principalId)),
    followUps: await db.select().from(contactFollowUps).where(eq(contactFollowUps.principalId, principalId)),
    savedInvestors: await db.select().from(savedInvestors).where(eq(savedInvestors.principalId, principalId)),
    notices: await db.select().from(notices).where(eq(notices.principalId, principalId)),
    pictures: await db.select().from(uploads).where(eq(uploads.userId, userId)),
    reports: await db.select().from(projectReports).where(eq(projectReports.principalId, principalId)),
    votes: await db.select().from(projectVotes).where(eq(projectVotes.userId, userId)),
  }
}

/** As in the call's own reply: nothing of the investor's is the founder's to take along before it is handed over, or once the call is off. */
const withoutContact = ({ holderKey: _, ...call }: typeof meetingBookings.$inferSelect) =>
  call.contactGivenAt && call.status === 'confirmed' ? call : { ...call, vcEmail: null, meetingLink: null }
