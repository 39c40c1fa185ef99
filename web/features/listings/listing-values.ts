import * as v from 'valibot'
import type { OwnListing } from '#shared/listings/contract.ts'
import { EditListing } from '#shared/listings/edit.ts'
import { centsOfDollars } from '#shared/money.ts'

type Field = keyof EditListing

/** A listing as form values: texts are never null, and the price is a typed text in dollars. */
export type ListingValues = {
  [Name in Field]-?: Name extends 'stage' | 'sectors' ? string[] : FormValue<NonNullable<EditListing[Name]>>
}
type FormValue<Value> = Value extends boolean ? boolean : string

export function valuesOf(listing: OwnListing): ListingValues {
  const text = (value: string | null) => value ?? ''
  return {
    fundName: listing.fundName,
    partnerName: listing.partnerName,
    position: text(listing.position),
    location: text(listing.location),
    email: text(listing.email),
    investmentTag: text(listing.investmentTag),
    fundDescription: text(listing.fundDescription),
    bio: text(listing.bio),
    investmentThesis: text(listing.investmentThesis),
    portfolioPerformance: text(listing.portfolioPerformance),
    stage: listing.stage,
    sectors: listing.sectors,
    contactType: listing.contactType,
    meetingLink: text(listing.meetingLink),
    callLink: text(listing.callLink ?? null),
    telegramUrl: text(listing.telegramUrl?.replace('https://t.me/', '@') ?? null),
    linkedinUrl: text(listing.linkedinUrl),
    twitterUrl: text(listing.twitterUrl),
    websiteUrl: text(listing.websiteUrl),
    isWebsitePublic: listing.isWebsitePublic,
    logoUrl: text(listing.logoUrl),
    timeZone: text(listing.timeZone),
    price: listing.price === null ? '' : String(listing.price / 100),
    weeklyIntroLimit: String(listing.weeklyIntroLimit),
    donateToCharity: listing.donateToCharity,
    charityOfChoice: text(listing.charityOfChoice),
    isVentureCapital: listing.isVentureCapital,
    isAngel: listing.isAngel,
  }
}

/** An error message for each field that the contract rejects. */
export type Errors = Partial<Record<Field, string>>
export type Read = { change: EditListing } | { errors: Errors }

/**
 * The changed fields of a form, parsed by the contract. Unchanged fields are not validated: a listing that is older than a rule
 * can still get another price.
 */
export function readChange(before: ListingValues, after: ListingValues): Read {
  const fields = (Object.keys(after) as Field[]).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const changedValues = Object.fromEntries(fields.map((field) => [field, toContractValue(field, after[field])]))
  const parsed = v.safeParse(EditListing, changedValues)
  if (parsed.success) return { change: parsed.output }
  const { nested = {} } = v.flatten<typeof EditListing>(parsed.issues)
  const errors = Object.entries(nested).map(([field, messages]) => [field, messages?.[0]])
  return { errors: Object.fromEntries(errors) }
}

function toContractValue(field: Field, value: string | boolean | string[]): unknown {
  if (typeof value !== 'string') return value
  if (field === 'price') return value.trim() === '' ? null : (dollars(value) ?? Number.NaN)
  if (field === 'weeklyIntroLimit') return value.trim() === '' ? Number.NaN : Number(value)
  if (field === 'timeZone') return value || null
  return value
}

/** Cents of a typed price; `undefined` for invalid input. */
export function dollars(text: string) {
  const amount = Number(
    text
      .trim()
      .replace(/^\$\s*/, '')
      .replaceAll(',', ''),
  )
  return text.trim() === '' ? undefined : centsOfDollars(amount)
}
