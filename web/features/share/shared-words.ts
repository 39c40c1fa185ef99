const KEY = 'latchkeySharedWords'

/** What another app hands over; longer than any field takes, so that nothing is cut in silence. */
const MAX_LENGTH = 20_000

/** The parts of a share as one text: a page's address is often repeated in its text. */
export function wordsOf(parts: { title?: string | null; text?: string | null; url?: string | null }): string {
  const said: string[] = []
  for (const part of [parts.title, parts.text, parts.url]) {
    const words = part?.trim()
    if (words && !said.some((earlier) => earlier.includes(words))) said.push(words)
  }
  return said.join('\n').slice(0, MAX_LENGTH)
}

/** Words wait here until they have a place: an app that is closed in the middle of it forgets none. */
export function keepShared(words: string) {
  try {
    localStorage.setItem(KEY, words)
  } catch {
    // They are still on the screen.
  }
}

export function readShared(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** Only once they are saved elsewhere, or the person lets them go. */
export function forgetShared() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // It kept nothing.
  }
}
