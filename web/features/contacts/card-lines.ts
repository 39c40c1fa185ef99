import type { ContactCard } from '#shared/people/contract.ts'
import { type ContactLine, contactLines } from './contact-lines.ts'

/**
 * Details of an unlocked contact or of an own person. Only an own person has a phone number, and an address that may be invalid: it
 * is shown without a link.
 */
export function cardLines(card: ContactCard): ContactLine[] {
  const lines = contactLines(card).map((line) =>
    line.kind === 'email' && !line.value.includes('@') ? { ...line, href: undefined } : line,
  )
  return card.phone ? [{ kind: 'phone', label: 'Phone', value: card.phone, href: telUrl(card.phone) }, ...lines] : lines
}

/** A link that calls a number; undefined for a text without enough digits. @see RFC 3966 */
export function telUrl(text: string): string | undefined {
  const [number] = text.replace(/[\s().\-/]/g, '').match(/^\+?\d{3,20}/) ?? []
  return number && `tel:${number}`
}
