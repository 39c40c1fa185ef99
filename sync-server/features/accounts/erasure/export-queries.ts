import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import {
  billingDetails,
  contactDeals,
  contactEntries,
  contactFollowUps,
  contactIntros,
  contactNotes,
  contactPhotos,
  decisionMakerUnlocks,
  documents,
  externalCalendars,
  mailTemplates,
  meetingBookings,
  notices,
  orders,
  payments,
  payoutDetails,
  people,
  projectDrafts,
  projectReports,
  projects,
  projectVotes,
  raiseRounds,
  refundRequests,
  savedInvestors,
  savedSearches,
  ticketMessages,
  tickets,
  uploads,
  vcRequests,
  vcs,
  vcUnlocks,
} from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { soldListings } from '#server/features/listings/sold-listings.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { LARGE, pictureAddress } from '#shared/uploads/address.ts'

/** All stored data of a person except the account itself, table by table. */
export async function listOwnRows(db: Queryable, userId: UserId, principalId: PrincipalId) {
  const { changedXid: _project, ...projectColumns } = getTableColumns(projects)
  const { changedXid: _listing, ...listingColumns } = getTableColumns(vcs)
  const { principalId: _asker, alert: _alert, decidedBy: _admin, ...refundColumns } = getTableColumns(refundRequests)
  const ofOwnListings = sql`${meetingBookings.vcId} in (with ${soldListings(principalId)} select vc_id from shown)`
  const bought = await db.select().from(orders).where(eq(orders.principalId, principalId))
  const paidOrderIds = new Set(bought.flatMap(({ id, status }) => (status === 'paid' ? [id] : [])))
  return {
    projects: await db.select(projectColumns).from(projects).where(eq(projects.userId, userId)),
    projectDrafts: await db.select().from(projectDrafts).where(eq(projectDrafts.principalId, principalId)),
    investorProfiles: await db.select(listingColumns).from(vcs).where(eq(vcs.userId, userId)),
    // The full number is sent to no browser, also not to that of its owner.
    payoutDetails: await db
      .select({ masked: payoutDetails.masked, changedAt: payoutDetails.changedAt })
      .from(payoutDetails)
      .where(eq(payoutDetails.userId, userId)),
    // The account and the password of the calendar are sent to no browser.
    externalCalendars: await db
      .select({
        listing: externalCalendars.vcId,
        server: externalCalendars.host,
        busy: externalCalendars.busy,
        readAt: externalCalendars.readAt,
        connectedAt: externalCalendars.createdAt,
      })
      .from(externalCalendars)
      .innerJoin(vcs, eq(vcs.id, externalCalendars.vcId))
      .where(eq(vcs.userId, userId)),
    orders: bought,
    documents: await db
      .select(getTableColumns(documents))
      .from(documents)
      .innerJoin(orders, and(eq(orders.id, documents.orderId), eq(orders.principalId, principalId))),
    billingDetails: await db.select().from(billingDetails).where(eq(billingDetails.userId, userId)),
    refundRequests: await db
      .select(refundColumns)
      .from(refundRequests)
      .innerJoin(orders, and(eq(orders.id, refundRequests.orderId), eq(orders.principalId, principalId))),
    payments: (await db.select().from(payments).where(eq(payments.principalId, principalId))).map((payment) =>
      paidOrderIds.has(payment.orderId) ? payment : { ...payment, introTemplate: null },
    ),
    unlocks: await db.select().from(vcUnlocks).where(eq(vcUnlocks.principalId, principalId)),
    decisionMakerUnlocks: await db.select().from(decisionMakerUnlocks).where(eq(decisionMakerUnlocks.principalId, principalId)),
    bookings: (await db.select().from(meetingBookings).where(eq(meetingBookings.principalId, principalId))).map(presentCall),
    requests: await db.select().from(vcRequests).where(eq(vcRequests.principalId, principalId)),
    replies: await db
      .select({
        vcId: vcRequests.vcId,
        choice: vcRequests.replyChoice,
        text: vcRequests.replyText,
        repliedAt: vcRequests.repliedAt,
      })
      .from(vcRequests)
      .innerJoin(vcs, eq(vcs.id, vcRequests.vcId))
      .where(and(eq(vcs.userId, userId), isNotNull(vcRequests.repliedAt))),
    ratingsReceived: await db
      .select({
        bookingId: meetingBookings.id,
        stars: meetingBookings.rating,
        text: meetingBookings.ratingText,
        ratedAt: meetingBookings.ratedAt,
      })
      .from(meetingBookings)
      .where(and(isNotNull(meetingBookings.rating), ofOwnListings)),
    callReplies: await db
      .select({ bookingId: meetingBookings.id, text: meetingBookings.replyText, repliedAt: meetingBookings.repliedAt })
      .from(meetingBookings)
      .where(and(isNotNull(meetingBookings.repliedAt), ofOwnListings)),
    tickets: await db.select().from(tickets).where(eq(tickets.principalId, principalId)),
    ticketMessages: await db
      .select(getTableColumns(ticketMessages))
      .from(ticketMessages)
      .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
      .where(eq(tickets.principalId, principalId)),
    notes: await db.select().from(contactNotes).where(eq(contactNotes.principalId, principalId)),
    entries: await db.select().from(contactEntries).where(eq(contactEntries.principalId, principalId)),
    photos: (await db.select().from(contactPhotos).where(eq(contactPhotos.principalId, principalId))).map(
      ({ file: _name, ...photo }) => ({ ...photo, address: `/api/photos/${photo.id}` }),
    ),
    introductions: await db.select().from(contactIntros).where(eq(contactIntros.principalId, principalId)),
    followUps: await db.select().from(contactFollowUps).where(eq(contactFollowUps.principalId, principalId)),
    deals: await db.select().from(contactDeals).where(eq(contactDeals.principalId, principalId)),
    raise: await db.select().from(raiseRounds).where(eq(raiseRounds.principalId, principalId)),
    mailTemplates: await db.select().from(mailTemplates).where(eq(mailTemplates.principalId, principalId)),
    people: await db.select().from(people).where(eq(people.principalId, principalId)),
    savedSearches: await db.select().from(savedSearches).where(eq(savedSearches.principalId, principalId)),
    savedInvestors: await db.select().from(savedInvestors).where(eq(savedInvestors.principalId, principalId)),
    notices: await db.select().from(notices).where(eq(notices.principalId, principalId)),
    pictures: (await db.select().from(uploads).where(eq(uploads.userId, userId))).map((picture) => ({
      ...picture,
      address: pictureAddress(picture.id, LARGE),
    })),
    reports: await db.select().from(projectReports).where(eq(projectReports.principalId, principalId)),
    votes: await db.select().from(projectVotes).where(eq(projectVotes.userId, userId)),
  }
}

/**
 * A call as its founder may see it: no data of the investor before the contact is handed over or once the call is cancelled, and
 * never the text that the investor sent to the team. Columns are listed explicitly, so that a new column is not exported
 * unnoticed.
 */
function presentCall(call: typeof meetingBookings.$inferSelect) {
  const isOpen = call.contactGivenAt !== null && call.status === 'confirmed'
  return {
    id: call.id,
    principalId: call.principalId,
    orderId: call.orderId,
    vcId: call.vcId,
    vcType: call.vcType,
    vcName: call.vcName,
    vcEmail: isOpen ? call.vcEmail : null,
    vcTimeZone: call.vcTimeZone,
    founderName: call.founderName,
    founderEmail: call.founderEmail,
    founderCompany: call.founderCompany,
    founderTimeZone: call.founderTimeZone,
    meetingTitle: call.meetingTitle,
    meetingDescription: call.meetingDescription,
    meetingDateTime: call.meetingDateTime,
    endsAt: call.endsAt,
    meetingDuration: call.meetingDuration,
    meetingLink: isOpen ? call.meetingLink : null,
    isGeneratedSlot: call.isGeneratedSlot,
    amount: call.amount,
    stripePaymentIntentId: call.stripePaymentIntentId,
    status: call.status,
    heldUntil: call.heldUntil,
    freeUntil: call.freeUntil,
    contactGivenAt: call.contactGivenAt,
    cancelledAt: call.cancelledAt,
    endedBy: call.endedBy,
    endReason: call.endReason,
    refundOutcome: call.refundOutcome,
    noShowBy: call.noShowBy,
    noShowReportedAt: call.noShowReportedAt,
    contestedAt: call.contestedAt,
    // Written by the side that was reported as missing.
    contestReason: call.noShowBy === 'founder' ? call.contestReason : null,
    // Both sides may propose other times; the text belongs to its author.
    proposedBy: call.proposedBy,
    proposedTimes: call.proposedTimes,
    proposalNote: call.proposedBy === 'founder' ? call.proposalNote : null,
    proposedAt: call.proposedAt,
    rating: call.rating,
    ratingText: call.ratingText,
    ratedAt: call.ratedAt,
    replyText: call.replyText,
    repliedAt: call.repliedAt,
    createdAt: call.createdAt,
    updatedAt: call.updatedAt,
  }
}
