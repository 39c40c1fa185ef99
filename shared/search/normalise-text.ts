/** Letters that Unicode decomposition does not split, with their common ASCII transcription. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', ß: 'ss', ı: 'i', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŋ: 'n', ŧ: 't', ə: 'e', ς: 'σ' },
  // Arabic and Persian spellings of one letter: teh marbuta, alef maksura, Persian yeh and kaf.
  ...{ ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك' },
}
const SPECIAL_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu')

export const BEYOND_ASCII = /[^\t\n\r -~]/

/**
 * Accents, Arabic and Hebrew vowel points, tatweel and invisible formatting. The two kana sound marks are kept, and so are Thai
 * and Indic vowel signs: they change the letter.
 */
const DROPPED = /(?![\u3099\u309a])\p{Script=Inherited}|\p{Cf}|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640]/gu

const ACCENTS = /[\u0300-\u036f]+/g

const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/gu
const ASCII_SEPARATORS = /[^a-z0-9]+/g

/** Lower-case text without accents; punctuation is unchanged. */
export function normaliseText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  const accentless = text.normalize('NFKD').replace(ACCENTS, '').toLowerCase()
  // Most names end here; the rest is an order of magnitude slower.
  if (!BEYOND_ASCII.test(accentless)) return accentless
  const bare = accentless.replace(DROPPED, '')
  // Composed again, because NFKD also decomposes Hangul syllables.
  return bare.replace(SPECIAL_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter).normalize('NFC')
}

/** The common form of two spellings of one text: lower-case letters and digits without accents, one space between words. */
export function fold(text: string): string {
  const letters = normaliseText(text)
  return letters.replace(BEYOND_ASCII.test(letters) ? SEPARATORS : ASCII_SEPARATORS, ' ').trim()
}
