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
