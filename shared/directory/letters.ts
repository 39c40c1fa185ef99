import type { Investor } from '#shared/directory/contract.ts'
import { fold } from '#shared/search/normalise-text.ts'

const DIGITS = '0–9'
const OTHERS = 'Other'

/** Every heading of the free directory, in its order. */
export const HEADINGS: readonly string[] = [DIGITS, ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', OTHERS]

/**
 * Heading of a name in the free directory: its first letter without accents, one heading for digits, other scripts at the end.
 */
export function letterOf(name: string): string {
  const initial = fold(name).charAt(0)
  if (/[a-z]/.test(initial)) return initial.toUpperCase()
  return /\d/.test(initial) ? DIGITS : OTHERS
}

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
