import type { ColdFund } from '#shared/cold-scout/contract.ts'
import { fold } from '#shared/search/normalise-text.ts'

/** Funds whose name and focus hold every word asked for. A stage or sector is a word here: the focus is one line of text. */
export function matchFunds(funds: readonly ColdFund[], wanted: readonly (string | undefined)[]): ColdFund[] {
  const words = wanted.flatMap((text) => fold(text ?? '').split(' '))
  return funds.filter(({ fundName, investmentFocus }) => {
    const text = fold(`${fundName} ${investmentFocus ?? ''}`)
    return words.every((word) => text.includes(word))
  })
}
