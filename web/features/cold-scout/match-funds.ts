import type { ColdFund } from '#shared/cold-scout/contract.ts'
import { fold } from '#shared/search/normalise-text.ts'
import { splitChoices } from '#web/ui/choice-list.ts'

/**
 * Funds whose name and focus contain every word of the text, and one of the values of each filter: the focus is one line of text.
 *
 * @param filters  stages and sectors, as the address has them
 */
export function matchFunds(
  funds: readonly ColdFund[],
  text: string | undefined,
  filters: readonly (string | undefined)[],
): ColdFund[] {
  const words = fold(text ?? '').split(' ')
  const choices = filters.map((list) => splitChoices(list).map(fold)).filter((list) => list.length > 0)
  return funds.filter(({ fundName, investmentFocus }) => {
    const line = fold(`${fundName} ${investmentFocus ?? ''}`)
    const isNamed = (term: string) => line.includes(term)
    return words.every(isNamed) && choices.every((list) => list.some(isNamed))
  })
}
