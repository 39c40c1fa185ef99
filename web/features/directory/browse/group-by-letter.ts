import type { Investor } from '#shared/directory/contract.ts'
import { fold } from '#shared/search/normalise-text.ts'

export type Letter = { letter: string; investors: Investor[] }

const DIGITS = '0–9'
const OTHERS = 'Other'

/** Under which head of the register a name stands: its first letter without accents, digits together, other scripts at the end. */
export function letterOf(name: string): string {
  const initial = fold(name).charAt(0)
  if (/[a-z]/.test(initial)) return initial.toUpperCase()
  return /\d/.test(initial) ? DIGITS : OTHERS
}

/** A list sorted by name, cut where its first letters change. */
export function byLetter(sorted: readonly Investor[]): Letter[] {
  const letters = new Map<string, Investor[]>()
  for (const investor of sorted) {
    const letter = letterOf(investor.name)
    const together = letters.get(letter)
    if (together) together.push(investor)
    else letters.set(letter, [investor])
  }
  return [...letters].map(([letter, investors]) => ({ letter, investors }))
}
