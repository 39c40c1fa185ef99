import type { ColdFund } from '#shared/cold-scout/contract.ts'
import { fold } from '#shared/search/normalise-text.ts'

/** Funds whose name and focus contain every search term. A stage or sector is a term as well: the focus is one line of text. */
export function matchFunds(funds: readonly ColdFund[], filters: readonly (string | undefined)[]): ColdFund[] {
  const terms = filters.flatMap((text) => fold(text ?? '').split(' '))
  return funds.filter(({ fundName, investmentFocus }) => {
    const text = fold(`${fundName} ${investmentFocus ?? ''}`)
    return terms.every((term) => text.includes(term))
  })
}
