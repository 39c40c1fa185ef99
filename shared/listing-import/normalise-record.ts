import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import {
  parseAgreement,
  parseBoolean,
  parseEmail,
  parseLimit,
  parseLine,
  parseListedPrice,
  parseProse,
  parseTelegram,
} from './field-parsers.ts'
import { type Flag, fieldReader } from './field-reader.ts'
import { parseImage, parseLink, parseXProfile } from './links.ts'
import { sanitise, storableRecord } from './sanitise-json.ts'
import { sectors, stages } from './terms.ts'

/**
 * Version of the parsing rules in this file. A new version parses every record again at the next import, even if its source did
 * not change.
 */
export const LISTING_VERSION = 3

/** An investor of the external listing, as stored in the directory. */
export type ImportedRecord = {
  id: VcId
  name: string
  fund: string | null
  title: string | null
  /** The source has verified the identity of the investor, and the investor agreed to the sale of the contact. */
  isVerified: boolean
  /** The record has a value of its own for the agreement, and it says yes. */
  hasAgreed: boolean
  isVentureCapital: boolean
  isAngel: boolean
  stages: string[]
  sectors: string[]
  investmentThesis: string | null
  bio: string | null
  portfolioPerformance: string | null
  location: string | null
  imageUrl: string | null
  fundWebsite: string | null
  price: Cents | null
  priceRaw: unknown
  limit: number | null
  email: string | null
  telegram: string | null
  meetingLink: string | null
  linkedinUrl: string | null
  twitterUrl: string | null
  website: string | null
  donateToCharity: boolean
  flags: Flag[]
  raw: Record<string, unknown>
  sourceCreatedAt: Date | null
}

/** `id` is absent when the record has no usable one. */
export type Normalised = { listed: ImportedRecord } | { quarantined: string; id?: VcId }

/**
 * Normalises one record of the external listing, in any of its shapes.
 *
 * Never throws. A record with a name or a fund is listed; an unusable field is dropped and flagged; only a record with neither
 * name nor fund is quarantined.
 *
 * @param record  `{id, createdTime, fields}`, or the fields alone
 * @param hash  a hexadecimal digest, used to derive a stable id for a record without a usable one
 */
export function normaliseListing(record: unknown, hash: (text: string) => string): Normalised {
  if (!isRecord(record)) return { quarantined: 'not a record' }
  const fields = Object.hasOwn(record, 'fields') ? record.fields : record
  const id = usableId(record.id)
  if (!isRecord(fields)) return { quarantined: 'its fields are not a record', ...(id && { id }) }

  const { first, flags } = fieldReader(fields)
  const partner = first(['name', 'partner', 'partnerName'], parseLine(200))
  const fund = first(['fund', 'fundName'], parseLine(200))
  const name = partner ?? fund
  if (name === null) return { quarantined: 'neither a name nor a fund', ...(id && { id }) }

  const address = first(['email'], parseEmail)
  if (!id) flags.push({ field: 'id', reason: 'missing or not usable: one was made of name, fund and e-mail' })
  const isVerified = first(['verified', 'isVerified'], parseBoolean) ?? false
  // A source that verifies an investor also confirms the agreement, unless the record has a separate value for it.
  const agreement = first(['consent', 'Consent Date', 'consentedAt'], parseAgreement)
  const isAngel = first(['isAngel'], parseBoolean) ?? false

  return {
    listed: {
      id: id ?? v.parse(VcId, `dir_${hash(JSON.stringify([partner, fund, address])).slice(0, 32)}`),
      name,
      fund,
      title: first(['title', 'position'], parseLine(200)),
      isVerified: isVerified && (agreement ?? true),
      hasAgreed: agreement === true,
      // One of the two badges always applies; a record with neither counts as a fund.
      isVentureCapital: first(['isVentureCapital'], parseBoolean) ?? !isAngel,
      isAngel,
      stages: first(['Investment Stage', 'stage', 'stages'], stages) ?? [],
      sectors: first(['Primary Sector', 'sectors', 'specialties'], sectors) ?? [],
      investmentThesis: first(['Investment Thesis', 'thesis'], parseProse(10_000)),
      bio: first(['bio'], parseProse(10_000)),
      portfolioPerformance: first(['Portfolio Performance'], parseProse(10_000)),
      location: first(['location'], parseLine(200)),
      imageUrl: first(['Image', 'imageUrl', 'profileImageUrl'], parseImage),
      fundWebsite: first(['Fund Website'], parseLink),
      price: first(['price'], parseListedPrice),
      priceRaw: sanitise(first(['price'], (value) => ({ value })) ?? null),
      limit: first(['limit'], parseLimit),
      email: address,
      telegram: first(['telegram'], parseTelegram),
      meetingLink: first(['Meeting/Calendly Link', 'meetingLink', 'meetingUrl', 'calendlyLink', 'contactLink'], parseLink),
      linkedinUrl: first(['linkedin', 'LinkedIn Profile', 'linkedinUrl'], parseLink),
      twitterUrl: first(['twitter', 'X Profile', 'twitterUrl'], parseXProfile),
      website: first(['website', 'websiteUrl'], parseLink),
      donateToCharity: first(['donateToCharity'], parseBoolean) ?? false,
      flags,
      raw: storableRecord(fields),
      sourceCreatedAt: instantOf(record.createdTime),
    },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A foreign id must not collide with the product's own ids: `vc_…` is an investor of the platform. */
function usableId(id: unknown): VcId | undefined {
  const parsed = v.safeParse(VcId, typeof id === 'number' ? String(id) : id)
  return parsed.success && !/^vc_/i.test(parsed.output) ? parsed.output : undefined
}

function instantOf(text: unknown): Date | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(text)) return null
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? null : instant
}
