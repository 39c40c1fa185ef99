/**
 * The reasons why a text of a language model is not shown as an introduction. The prompt also contains these rules; they are
 * checked here because profiles are written by strangers, and a model may follow instructions in them.
 */
export type IntroFault = 'length' | 'unseen' | 'markup' | 'link' | 'address' | 'blank' | 'figure' | 'name'

export const MIN_INTRO_BODY = 80
export const MAX_INTRO_BODY = 1200

/** Longer words are not natural words: keys, wallets, encoded data. */
const MAX_WORD_LENGTH = 30

/** Invisible characters, and those that change the reading direction, except line breaks. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cs}\p{Cf}\p{Co}\p{Cn}]/u
const MARKUP = /[<>`|\\*#~^]|__|^\s*[-•–] /mu
const LINK = /\b[a-z][a-z\d+.-]*:\/\/|\bwww\.|\bmailto:|[\p{L}\d-]\.(?=\p{L}{2})/iu
const ADDRESS = /@|\b0x[\da-f]{4,}|\+\d/iu
const BLANK =
  /[[\]{}]|_{2,}|\.{4,}|\b(?:lorem ipsum|x{3,}|tbd|n\/a|(?:your|my|the) (?:company|name|title|startup|project) name|your (?:name|company)|insert|placeholder|john doe|jane doe|acme|as an ai|language model|i(?: am|['’]m) sorry|i cannot|i can(?:['’]t| not))\b/iu

/** Including the sign before and the unit after the number: "10" differs from "10%" and "$10M". */
const FIGURE = /[$€£¥]?\s?\d[\d.,:/]*\s?(?:%|[kmb]\b|bn\b|percent\b|million\b|billion\b|thousand\b)?/giu
/** Figures as words. "One" is left out, because it is seldom a figure. */
const FIGURE_WORDS = new Set(
  `two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety
  hundred hundreds thousand thousands million millions billion billions dozen dozens double doubled triple tripled tenfold half
  percent percentage`.split(/\s+/),
)

/** Words that may begin a sentence although they are in no profile. Any other one counts as a name. */
const OPENERS = new Set(
  `a about across after all also although among an and another any as at based because before behind being both but by can could each
  even every everything few finally first for founders from given had has have having he her here his how however i if in instead is it
  its just last like many might more moreover most much my next no not nothing now of on once one only or our ours over people
  rather same she should similarly since so some such than that the their them then there these they this those though through
  thus to today together too under until up us we what when where whether which while who whose why with within without would
  yet you your yours`.split(/\s+/),
)
/** "Building", "Currently": forms that names seldom have. */
const OPENING_FORM = /(?:ing|ly)$/
/** "Ports" matches "port" in a profile. */
const stemOf = (word: string) => folded(word).replace(/(?:ies|es|s|ed|d|e|y)$/, '')

const WORD = /[\p{L}\p{M}][\p{L}\p{M}\d]*/gu

/**
 * The first fault of a text, or `undefined` when it contains nothing beyond the profiles.
 *
 * @param known  every text that the model received
 */
export function introFault(text: string, known: readonly string[]): IntroFault | undefined {
  if (text.length < MIN_INTRO_BODY || text.length > MAX_INTRO_BODY) return 'length'
  if (UNSEEN.test(text)) return 'unseen'
  if (MARKUP.test(text)) return 'markup'
  if (ADDRESS.test(text)) return 'address'
  if (LINK.test(text)) return 'link'
  if (BLANK.test(text)) return 'blank'
  if (text.split(/\s+/).some((word) => word.length > MAX_WORD_LENGTH)) return 'address'
  const words = new Set(known.flatMap((each) => wordsOf(each).map(folded)))
  const figures = new Set(known.flatMap(figuresOf))
  if (figuresOf(text).some((figure) => !figures.has(figure))) return 'figure'
  if (wordsOf(text).some((word) => FIGURE_WORDS.has(folded(word)) && !words.has(folded(word)))) return 'figure'
  const stems = new Set([...words].map(stemOf))
  const isKnown = ({ word, isFirst }: Name) => words.has(folded(word)) || (isFirst && stems.has(stemOf(word)))
  return namesOf(text).every(isKnown) ? undefined : 'name'
}

/** `isFirst`: the word begins a sentence, so its capital letter may be due to that. */
type Name = { word: string; isFirst: boolean }

const wordsOf = (text: string): string[] => text.normalize('NFC').match(WORD) ?? []
const folded = (word: string) => word.toLowerCase()

const figuresOf = (text: string): string[] =>
  (text.normalize('NFC').match(FIGURE) ?? []).map((figure) =>
    folded(figure)
      .replace(/\s/g, '')
      .replace(/[.,:/]+$/, ''),
  )

/**
 * Words that may be names: those with a capital letter, and those in a script without capitals. At the beginning of a sentence a
 * common word also has a capital letter.
 */
function namesOf(text: string): Name[] {
  const names: Name[] = []
  for (const sentence of text.normalize('NFC').split(/(?<=[.!?:;])\s+|\n+/u)) {
    for (const [at, word] of wordsOf(sentence).entries()) {
      const isCommon = at === 0 && (OPENERS.has(folded(word)) || OPENING_FORM.test(word))
      if (isNameLike(word) && !isCommon && word !== 'I') names.push({ word, isFirst: at === 0 })
    }
  }
  return names
}

const isNameLike = (word: string) => /\p{Lu}|\p{Lt}/u.test(word) || /[^\p{Script=Latin}\p{M}\d]/u.test(word)
