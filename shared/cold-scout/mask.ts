const DOTS = '•••••'

/**
 * A locked decision maker's name: two initials, each with five dots.
 *
 * Always as long, however long the name is and however many words it has, so the
 * mask cannot be matched against a fund's team page by counting. A word of a
 * single character, common in Chinese and Korean names, would be shown whole: it
 * shows no initial.
 */
export function maskName(fullName: string): string {
  const words = fullName.normalize('NFC').split(/\s+/u).filter(Boolean)
  const last = words.length > 1 ? words.at(-1) : undefined
  return `${initial(words[0])}${DOTS} ${initial(last)}${DOTS}`
}

function initial(word = ''): string {
  const [first = '', ...rest] = word
  return rest.length > 0 && /^\p{L}$/u.test(first) ? first : '•'
}
