import { documentNumber } from '#shared/documents/contract.ts'

/** What an admin's query can mean. A meaning that it cannot have is undefined. */
export type SearchTerms = {
  /** As typed: the text of an id. */
  exact: string
  /** The beginning of an email address, in lower case. */
  email: string
  /** All words of a name, each a beginning, as a text of `to_tsquery`. */
  words: string | undefined
  ticketNumber: number | undefined
  receiptNumber: number | undefined
  /** Of an invoice or credit note, as it is stored. */
  documentNumber: string | undefined
  /** The provider knows the payment of a charge; the product does not store charges. */
  chargeId: string | undefined
}

const MAX_WORDS = 8

/** `T-000042`, `T-42` and `42` name ticket 42; `LK-000042` names a receipt, `INV-2026-42` an invoice, `CN-2026-42` a credit note. */
export function searchTermsOf(query: string): SearchTerms {
  const words = query
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MAX_WORDS)
  return {
    exact: query,
    email: query.toLowerCase(),
    words: query.includes('@') ? undefined : words?.map((word) => `${word}:*`).join(' & '),
    ticketNumber: numberIn(query, /^(?:T-)?(\d{1,12})$/i),
    receiptNumber: numberIn(query, /^(?:LK-)?(\d{1,9})$/i),
    documentNumber: documentIn(query),
    chargeId: /^(?:ch|py)_\w+$/.test(query) ? query : undefined,
  }
}

function numberIn(query: string, form: RegExp): number | undefined {
  const digits = form.exec(query)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function documentIn(query: string): string | undefined {
  const [, prefix, year, sequence] = /^(INV|CN)-(\d{4})-(\d{1,12})$/i.exec(query) ?? []
  if (prefix === undefined) return undefined
  return documentNumber(prefix.toUpperCase() === 'CN' ? 'credit-note' : 'invoice', Number(year), Number(sequence))
}
