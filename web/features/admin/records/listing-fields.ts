import { type AdminListing, LISTING_CONTACT, LISTING_FACTS, type ListingContact } from '#shared/admin/listings.ts'
import { MAX_LINE, MAX_PROSE } from '#shared/applications/contract.ts'
import { SECTORS, STAGES } from '#shared/catalogues.ts'
import { listingFieldLabels } from '#shared/listings/field-labels.ts'
import type { FormValues } from '#web/forms/local-draft.ts'
import { type FormField, sameChoices } from './form-fields.ts'

const PROSE: readonly string[] = ['investmentThesis', 'bio', 'fundDescription', 'portfolioPerformance']
const FLAGS: readonly string[] = ['donateToCharity', 'isVentureCapital', 'isAngel', 'isWebsitePublic']

function fieldOf(name: (typeof LISTING_FACTS)[number] | ListingContact): FormField {
  const field = { name, label: listingFieldLabels[name] }
  if (name === 'stage') return { ...field, kind: 'choices', choices: sameChoices(STAGES) }
  if (name === 'sectors') return { ...field, kind: 'choices', choices: sameChoices(SECTORS) }
  if (name === 'price') return { ...field, label: 'Price per unlock (USD)', kind: 'dollars', hint: 'Empty: the default price.' }
  if (name === 'weeklyIntroLimit') return { ...field, kind: 'count' }
  if (PROSE.includes(name)) return { ...field, kind: 'prose', maxLength: MAX_PROSE }
  if (FLAGS.includes(name)) return { ...field, kind: 'flag' }
  return { ...field, kind: 'line', maxLength: MAX_LINE }
}

const REMOVE_LOGO: FormField = { name: 'removeLogo', label: 'Remove the photo or logo', kind: 'flag' }

/** A picture is removed here, and uploaded by the investor. */
export const factsFields = ({ facts }: AdminListing): FormField[] => [
  ...LISTING_FACTS.filter((name) => name !== 'logoUrl').map(fieldOf),
  ...(facts.logoUrl === null ? [] : [REMOVE_LOGO]),
]

export function factsChange({ removeLogo, ...changed }: Record<string, unknown>): Record<string, unknown> {
  return { ...changed, ...(removeLogo === true && { logoUrl: null }) }
}

const contactTexts = LISTING_CONTACT.filter((name) => name !== 'contactType' && name !== 'isWebsitePublic')

/** An empty field keeps what is stored, which is not sent to admins. */
export function contactFields({ given }: AdminListing): FormField[] {
  const removable = contactTexts.filter((name) => name !== 'email' && given.includes(name))
  const texts = contactTexts.map(
    (name): FormField => ({
      ...fieldOf(name),
      optional: true,
      maxLength: 2048,
      hint: given.includes(name) ? 'One is stored. Empty: it is kept.' : 'None is stored.',
    }),
  )
  return [
    ...texts,
    ...(removable.length === 0
      ? []
      : [{ name: 'remove', label: 'Remove', kind: 'choices', choices: removable.map(labelled) } satisfies FormField]),
    { name: 'telegramFirst', label: 'Telegram is shown first, before the meeting link', kind: 'flag' },
    fieldOf('isWebsitePublic'),
  ]
}

const labelled = (name: ListingContact) => [name, listingFieldLabels[name]] as const

export const contactValues = ({ contactType, isWebsitePublic }: AdminListing): FormValues => ({
  ...Object.fromEntries(contactTexts.map((name) => [name, ''])),
  ...{ remove: [], telegramFirst: contactType === 'telegram', isWebsitePublic },
})

export function contactChange({ remove, telegramFirst, ...changed }: Record<string, unknown>): Record<string, unknown> {
  const removed = Array.isArray(remove) ? remove.map((name) => [name, null]) : []
  return {
    ...Object.fromEntries(removed),
    ...changed,
    ...(telegramFirst !== undefined && { contactType: telegramFirst === true ? 'telegram' : 'meeting' }),
  }
}
