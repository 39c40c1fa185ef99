import type { AccountDoc } from '#shared/accounts/contract.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { ColdFund, DecisionMaker } from '#shared/cold-scout/contract.ts'
import type { Contact, ContactNote, SavedInvestor } from '#shared/contacts/contract.ts'
import type { ContactEntry } from '#shared/contacts/entry.ts'
import type { FollowUp } from '#shared/contacts/follow-up.ts'
import type { DirectoryExtent, Investor, InvestorStats } from '#shared/directory/contract.ts'
import type { EarningsEntry } from '#shared/earnings/contract.ts'
import type { Ticket } from '#shared/help/ticket.ts'
import type { CallBooked, ListingFigures, RequestReceived } from '#shared/listings/activity.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import type { Notice } from '#shared/notices/contract.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import type { Person } from '#shared/people/contract.ts'
import type { ContactPhoto } from '#shared/photos/contract.ts'
import type { Project } from '#shared/projects/contract.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import type { ProjectPerformance } from '#shared/projects/performance.ts'
import type { ProjectVote } from '#shared/projects/vote.ts'
import type { Deal, Round } from '#shared/raise/contract.ts'
import type { SavedSearch } from '#shared/searches/contract.ts'
import type { MailTemplate } from '#shared/templates/contract.ts'
import type { RequestEntry } from '#shared/unlocks/requests.ts'

/** What the registry has of a collection; `Doc` is the type of its documents. */
type Registered<Doc extends { id: string }> = {
  /** A full device removes the chunks that contain evictable collections only, before it removes the whole public lane. */
  readonly isEvictable?: true
  /** Types only: never set. */
  readonly doc?: Doc
}

type DocsOf<Registry> = { [Name in keyof Registry]: Registry[Name] extends Registered<infer Doc> ? Doc : never }

/**
 * The collections of the public lane: public, and the same for all clients. The first one leads the chunks of a snapshot: see
 * `sync-server/sync/public/snapshot-chunks.ts`.
 */
const publicRegistry = {
  investors: {} as Registered<Investor>,
  stats: {} as Registered<InvestorStats>,
  coldFunds: {} as Registered<ColdFund>,
  projects: { isEvictable: true } as Registered<Project>,
  extents: {} as Registered<DirectoryExtent>,
}

/**
 * The collections of the private lane: the documents that one principal may have now.
 *
 * The types of the documents, the stores on the device, what the engine applies and compares, and the sources that the server
 * requires are derived from here. A new collection needs a new version of the private database: see
 * `web/db/private-database.ts`.
 */
const privateRegistry = {
  account: {} as Registered<AccountDoc>,
  contacts: {} as Registered<Contact>,
  decisionMakers: {} as Registered<DecisionMaker>,
  orders: {} as Registered<OrderEntry>,
  notes: {} as Registered<ContactNote>,
  followUps: {} as Registered<FollowUp>,
  saved: {} as Registered<SavedInvestor>,
  votes: {} as Registered<ProjectVote>,
  requests: {} as Registered<RequestEntry>,
  performance: {} as Registered<ProjectPerformance>,
  ownListings: {} as Registered<OwnListing>,
  requestsReceived: {} as Registered<RequestReceived>,
  callsBooked: {} as Registered<CallBooked>,
  listingFigures: {} as Registered<ListingFigures>,
  earnings: {} as Registered<EarningsEntry>,
  ownProject: {} as Registered<OwnProject>,
  tickets: {} as Registered<Ticket>,
  bookings: {} as Registered<Booking>,
  notices: {} as Registered<Notice>,
  people: {} as Registered<Person>,
  deals: {} as Registered<Deal>,
  raise: {} as Registered<Round>,
  entries: {} as Registered<ContactEntry>,
  photos: {} as Registered<ContactPhoto>,
  searches: {} as Registered<SavedSearch>,
  templates: {} as Registered<MailTemplate>,
}

export type DirectoryDocs = DocsOf<typeof publicRegistry>
export type DirectoryCollection = keyof DirectoryDocs
export const directoryCollections = Object.keys(publicRegistry) as DirectoryCollection[]
export const isEvictable = (collection: string) => publicRegistry[collection as DirectoryCollection]?.isEvictable === true

export type PrivateDocs = DocsOf<typeof privateRegistry>
export type PrivateCollection = keyof PrivateDocs
export const privateCollections = Object.keys(privateRegistry) as PrivateCollection[]
/** Whether this build knows a collection of the private lane. */
export const isPrivateCollection = (collection: string): collection is PrivateCollection =>
  Object.hasOwn(privateRegistry, collection)
