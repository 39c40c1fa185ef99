/** Letters that no Unicode decomposition takes apart, as people without them on their keyboard type them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', ß: 'ss', ı: 'i', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŋ: 'n', ŧ: 't', ə: 'e', ς: 'σ' },
  // Arabic and Persian spellings of one letter: teh marbuta, alef maksura, Persian yeh and kaf.
  ...{ ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك' },
}
const SPECIAL_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu')

const BEYOND_ASCII = /[^\t\n\r -~]/

/**
 * Accents, Arabic and Hebrew vowel points, tatweel and invisible formatting. The two
 * kana sound marks stay, and so do Thai and Indic vowel signs: they change the letter.
 */
const DROPPED = /(?![\u3099\u309a])\p{Script=Inherited}|\p{Cf}|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640]/gu

const ACCENTS = /[\u0300-\u036f]+/g

const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/gu
const ASCII_SEPARATORS = /[^a-z0-9]+/g

/** Lower-case text without accents; punctuation stands as it was. */
export function foldLetters(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  const accentless = text.normalize('NFKD').replace(ACCENTS, '').toLowerCase()
  // Most names are done here; the rest is an order of magnitude slower.
  if (!BEYOND_ASCII.test(accentless)) return accentless
  const bare = accentless.replace(DROPPED, '')
  // Composed again, because NFKD also takes Hangul syllables apart.
  return bare.replace(SPECIAL_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter).normalize('NFC')
}

/** What two spellings of one text share: lower-case letters and digits without accents, one space between words. */
export function fold(text: string): string {
  const letters = foldLetters(text)
  return letters.replace(BEYOND_ASCII.test(letters) ? SEPARATORS : ASCII_SEPARATORS, ' ').trim()
}
