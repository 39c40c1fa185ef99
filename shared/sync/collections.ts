import type { AccountDoc } from '#shared/accounts/contract.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { ColdFund, DecisionMaker } from '#shared/cold-scout/contract.ts'
import type { Contact, ContactNote, SavedInvestor } from '#shared/contacts/contract.ts'
import type { FollowUp } from '#shared/contacts/follow-up.ts'
import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import type { EarningsEntry } from '#shared/earnings/contract.ts'
import type { Ticket } from '#shared/help/ticket.ts'
import type { CallBooked, ListingFigures, RequestReceived } from '#shared/listings/activity.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import type { Project } from '#shared/projects/contract.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import type { ProjectPerformance } from '#shared/projects/performance.ts'
import type { ProjectVote } from '#shared/projects/vote.ts'
import type { RequestEntry } from '#shared/unlocks/requests.ts'

/** The collections of the public lane: public, and the same for all clients. */
export type DirectoryDocs = {
  investors: Investor
  stats: InvestorStats
  coldFunds: ColdFund
  projects: Project
}
export type DirectoryCollection = keyof DirectoryDocs
export const directoryCollections = ['investors', 'stats', 'coldFunds', 'projects'] as const satisfies DirectoryCollection[]

/** The collections of the private lane: the documents that one principal may have now. */
export type PrivateDocs = {
  account: AccountDoc
  contacts: Contact
  decisionMakers: DecisionMaker
  orders: OrderEntry
  notes: ContactNote
  followUps: FollowUp
  saved: SavedInvestor
  votes: ProjectVote
  requests: RequestEntry
  performance: ProjectPerformance
  ownListings: OwnListing
  requestsReceived: RequestReceived
  callsBooked: CallBooked
  listingFigures: ListingFigures
  earnings: EarningsEntry
  ownProject: OwnProject
  tickets: Ticket
  bookings: Booking
}
export type PrivateCollection = keyof PrivateDocs
export const privateCollections = [
  'account',
  'contacts',
  'decisionMakers',
  'orders',
  'notes',
  'followUps',
  'saved',
  'votes',
  'requests',
  'performance',
  'ownListings',
  'requestsReceived',
  'callsBooked',
  'listingFigures',
  'earnings',
  'ownProject',
  'tickets',
  'bookings',
] as const satisfies PrivateCollection[]
