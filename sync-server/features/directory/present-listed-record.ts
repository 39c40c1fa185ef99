import type { Contact } from '#shared/contacts/contract.ts'
import type { ListingRecord } from '#shared/directory/api-contract.ts'
import { readPrice } from '#shared/listing-import/parse-price.ts'
import { formatCents } from '#shared/money.ts'
import { presentInvestor } from './present-investor.ts'
import type { ListedInvestor } from './queries.ts'

/** A public record of the external listing under the keys of its source, with the same value under each name of a field. */
export function presentRecord(row: ListedInvestor): ListingRecord {
  const investor = presentInvestor({ ...row, vcType: 'airtable' })
  const { position, stages, sectors, thesis, imageUrl, location } = investor
  return {
    id: investor.id,
    vcType: 'airtable',
    name: investor.name,
    title: position,
    position,
    fund: investor.fund,
    verified: investor.isVerified,
    isVentureCapital: investor.isVentureCapital,
    isAngel: investor.isAngel,
    Image: imageUrl ? [{ url: imageUrl }] : [],
    imageUrl,
    profileImageUrl: imageUrl,
    'Investment Stage': stages,
    stage: stages,
    stages,
    'Primary Sector': sectors,
    specialties: sectors,
    'Investment Thesis': thesis,
    thesis,
    bio: investor.bio,
    'Portfolio Performance': investor.portfolioPerformance,
    price: investor.price === null ? null : writtenPrice(row.priceRaw, formatCents(investor.quote)),
    quoteCents: investor.quote,
    isPurchasable: investor.isPurchasable,
    limit: investor.limit,
    location,
    Location: location,
    'Fund Website': investor.fundWebsite,
    hasMeetingLink: investor.hasMeetingLink,
    donateToCharity: investor.donatesToCharity,
  }
}

/** Text that is not a price may contain anything, an address too: it is replaced by the price that will be charged. */
function writtenPrice(raw: unknown, quoted: string): number | string {
  if (typeof raw === 'number') return raw
  return typeof raw === 'string' && readPrice(raw).doubt === undefined ? raw : quoted
}

/** The same record with its unlocked contact. */
export function withContact(record: ListingRecord, contact: Contact): ListingRecord {
  const { email, telegram, meetingLink, linkedinUrl, twitterUrl, website, contactHandle } = contact
  return {
    ...record,
    email,
    telegram,
    'Meeting/Calendly Link': meetingLink,
    meetingLink,
    contactLink: contactHandle,
    linkedin: linkedinUrl,
    'LinkedIn Profile': linkedinUrl,
    twitter: twitterUrl,
    'X Profile': twitterUrl,
    website,
    Website: website,
  }
}
