/** Background tints of a monogram, as classes of web/pieces.css. */
const tints = ['tint-oat', 'tint-rose', 'tint-slate', 'tint-clay', 'tint-plum'] as const

/** `AO` for `Ada Okafor`, `C` for `Cher`, `?` for an empty name: the first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? [])
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters.join('').toUpperCase() || '?'
}

/** The same tint for the same name, on every device and in every session. */
export function tintOf(name: string): (typeof tints)[number] {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return tints[sum % tints.length] ?? tints[0]
}
