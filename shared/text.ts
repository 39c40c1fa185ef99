/** Invisible and potentially harmful characters: controls, unpaired surrogates, and bidirectional formatting characters. */
const UNSEEN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu
const UNSEEN_BUT_LINES = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

const showsSomething = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** Foreign text as one clean line, with emoji and markup unchanged; empty when it has no visible character. */
export function cleanLine(text: string): string {
  const line = text.replace(/\s+/gu, ' ').replace(UNSEEN, '').trim()
  return showsSomething(line) ? line : ''
}

/** Foreign text with its line breaks; empty when it has no visible character. */
export function cleanText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(UNSEEN_BUT_LINES, '').trim()
  return showsSomething(lines) ? lines : ''
}

/** The first `max` UTF-16 units, never half a surrogate pair. */
export const cut = (text: string, max: number) => text.slice(0, max).replace(/\p{Cs}$/u, '')
