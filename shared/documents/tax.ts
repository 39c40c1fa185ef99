import * as v from 'valibot'
import { Cents, cents, formatCents } from '#shared/money.ts'

/** The tax that was added to a price, and is part of the amount that is paid. */
export const IncludedTax = v.object({
  amount: Cents,
  /** The sum of all rates, as a decimal: `8.875`. */
  percent: v.string(),
  /** ISO 3166-1: where the tax is owed. */
  country: v.string(),
  /** The buyer is a business that owes the tax itself; the amount is 0. */
  isReverseCharge: v.boolean(),
})
export type IncludedTax = v.InferOutput<typeof IncludedTax>

/** The part of the tax that belongs to a part of the whole amount. The parts of a whole add up, because each is taken from the rest. */
export const taxOf = (tax: number, whole: number, part: number): Cents =>
  cents(whole === 0 ? 0 : Math.round((tax * part) / whole))

/** As documents name it: `Tax 19% (Germany)`; undefined where no tax is owed. */
export function taxLabel({ amount, percent, country, isReverseCharge }: IncludedTax, nameOf: (code: string) => string) {
  if (isReverseCharge) return 'Reverse charge: the buyer owes the tax'
  return amount === 0 ? undefined : `Tax ${percent}% (${nameOf(country)})`
}

/** As the pay step names it; undefined where no tax is owed. */
export function taxSentence(tax: IncludedTax, nameOf: (code: string) => string): string | undefined {
  const label = taxLabel(tax, nameOf)
  if (label === undefined || tax.isReverseCharge) return label && `${label}.`
  return `Includes ${formatCents(tax.amount)} tax: ${tax.percent}% (${nameOf(tax.country)}).`
}
