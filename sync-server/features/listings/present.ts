import type { OwnListing, OwnProfiles } from '#shared/listings/contract.ts'
import type { ListingRow } from './queries.ts'

/** A listing as its owner sees it; secrets are in another table. */
export const presentListing = (row: ListingRow): OwnListing => ({
  id: row.id,
  fundName: row.fundName,
  partnerName: row.partnerName,
  position: row.position,
  location: row.location,
  email: row.email,
  investmentTag: row.investmentTag,
  fundDescription: row.fundDescription,
  bio: row.bio,
  investmentThesis: row.investmentThesis,
  portfolioPerformance: row.portfolioPerformance,
  stage: row.stage,
  sectors: row.sectors,
  contactType: row.contactType,
  contactHandle: row.contactHandle,
  meetingLink: row.meetingLink ?? row.calendlyLink ?? row.meetingUrl,
  callLink: row.callLink,
  telegramUrl: row.telegramUrl,
  linkedinUrl: row.linkedinUrl,
  twitterUrl: row.twitterUrl,
  websiteUrl: row.websiteUrl,
  isWebsitePublic: row.isWebsitePublic,
  logoUrl: row.logoUrl,
  timeZone: row.timeZone,
  price: row.price,
  approvedPrice: row.approvedPrice,
  weeklyIntroLimit: row.weeklyIntroLimit,
  pausedUntil: row.pausedUntil,
  callHours: row.callHours,
  replyDays: row.replyDays,
  donateToCharity: row.donateToCharity,
  charityOfChoice: row.charityOfChoice,
  isVentureCapital: row.isVentureCapital,
  isAngel: row.isAngel,
  isVerified: row.isVerified,
  isActive: row.isActive,
  reviewStatus: row.reviewStatus,
  reviewReason: row.reviewReason,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export function presentProfile(row: ListingRow): OwnProfiles[number] {
  const listing = presentListing(row)
  return { ...listing, meetingUrl: listing.meetingLink, calendlyLink: listing.meetingLink }
}
