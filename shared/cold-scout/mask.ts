const DOTS = '•••••'

/**
 * The masked name of a locked decision maker: two initials, each followed by five dots.
 *
 * The mask always has the same length, independent of the length of the name and its number of words, so that it cannot be
 * matched against a fund's team page by counting. A word of a single character, common in Chinese and Korean names, would be
 * shown in full, so it shows no initial.
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
