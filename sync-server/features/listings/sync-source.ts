import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { CallBooked, ListingFigures, RequestReceived } from '#shared/listings/activity.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { listCallsBooked, listListingFigures, listRequestsReceived } from './activity.ts'
import { presentListing } from './present.ts'
import { listOwnListings } from './queries.ts'

/** The principal's own investor profiles, in any state. */
export const listingsSource: PrivateSource<OwnListing> = async (tx, principalId) =>
  (await listOwnListings(tx, principalId)).map(presentListing)

export const requestsReceivedSource: PrivateSource<RequestReceived> = listRequestsReceived
export const callsBookedSource: PrivateSource<CallBooked> = listCallsBooked

/** The days are those of the database, as are the counts. */
export const figuresSource: PrivateSource<ListingFigures> = (tx, principalId) => listListingFigures(tx, principalId, new Date())

const DAY_MS = 24 * 60 * 60 * 1000

/** The figures count the views of the last days, in UTC. */
export const figuresValidUntil = (figures: ListingFigures[], now: number): number | undefined =>
  figures.length > 0 ? (Math.floor(now / DAY_MS) + 1) * DAY_MS : undefined
