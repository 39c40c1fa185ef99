import type { Investor } from '#shared/directory/contract.ts'
import { letterOf } from '#shared/directory/letters.ts'

export type Letter = { letter: string; investors: Investor[] }

/** Groups a list that is sorted by name by its first letters. */
export function byLetter(sorted: readonly Investor[]): Letter[] {
  const letters = new Map<string, Investor[]>()
  for (const investor of sorted) {
    const letter = letterOf(investor.name)
    const group = letters.get(letter)
    if (group) group.push(investor)
    else letters.set(letter, [investor])
  }
  return [...letters].map(([letter, investors]) => ({ letter, investors }))
}
