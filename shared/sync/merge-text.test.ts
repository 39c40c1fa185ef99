import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quickestMs } from '#tests/support/quickest.ts'
import { joinTexts, mergeText } from './merge-text.ts'

test.each([
  ['only mine changed', 'a b', 'a b', 'a b c', 'a b c'],
  ['only theirs changed', 'a b', 'a b c', 'a b', 'a b c'],
  [
    'different words of a line',
    'Lead: Jana. Fund: 2M.',
    'Lead: Jana. Fund: 3M.',
    'Lead: Jana Novak. Fund: 2M.',
    'Lead: Jana Novak. Fund: 3M.',
  ],
  [
    'both appended text',
    'Met at the summit.',
    'Met at the summit. Term sheet by Friday.',
    'Met at the summit. Ask for Jana.',
    'Met at the summit. Term sheet by Friday.\nAsk for Jana.',
  ],
  ['two first notes', '', 'Term sheet by Friday.', 'Ask for Jana.', 'Term sheet by Friday.\nAsk for Jana.'],
  ['both added the same', 'a', 'a b', 'a b', 'a b'],
  ['one appended more', 'a', 'a b', 'a b c', 'a b c'],
  ['lines in different places', 'one\ntwo\nthree', 'one\nnew\ntwo\nthree', 'one\ntwo\nthree\nfour', 'one\nnew\ntwo\nthree\nfour'],
  ['theirs removed a line that mine left unchanged', 'one\ntwo\nthree', 'one\nthree', 'one\ntwo\nthree four', 'one\nthree four'],
  ['mine is empty, theirs was extended', 'a', 'a b', '', 'a b'],
  ['theirs is empty, mine was extended', 'a', '', 'a b', 'a b'],
])('%s', (_, base, theirs, mine, merged) => {
  expect(mergeText(base, theirs, mine)).toBe(merged)
})

test('the same words changed on both sides are a conflict', () => {
  expect(mergeText('They lead up to 2M.', 'They lead up to 3M.', 'They lead up to 5M.')).toBeUndefined()
})

test('without a base the longer text is taken only if it contains the other one', () => {
  expect(mergeText(undefined, 'a', 'a b')).toBe('a b')
  expect(mergeText(undefined, 'a b', 'a')).toBe('a b')
  expect(mergeText(undefined, 'a', 'b')).toBeUndefined()
})

const MAX_MS = 100

test.each(
  [100, 200, 400, 800, 1728, 5000].flatMap((count) =>
    ['a ', 'a', 'a\n', '\n', 'a. ', '. ', 'ab cd ', 'a b c d e f '].map((part) => [count, part] as const),
  ),
)('%i times %j with both ends changed on both sides is merged within 100 ms', (count, part) => {
  const middle = part.repeat(count).slice(0, 10_000)
  const mergeAll = () => {
    mergeText(`y ${middle} y`, `x ${middle} x`, `z ${middle} z`)
    mergeText(`y\n${middle}\ny`, `x\n${middle}\nx`, `z\n${middle}\nz`)
    mergeText(middle, `${middle}b`, `c ${middle}`)
  }
  expect(quickestMs(mergeAll, 3 * MAX_MS)).toBeLessThan(3 * MAX_MS)
})

test('10,000 characters of prose, changed in different places by both, are merged within 100 ms', () => {
  const sentences = Array.from(
    { length: 140 },
    (_, at) => `The fund number ${at} of the ${at % 7} invests in the sea and in the sky.`,
  )
  const changed = (at: number, word: string) => sentences.with(at, `${sentences[at]} ${word}`)
  const prose = (lines: string[]) => lines.join(' ')
  const merge = () => mergeText(prose(sentences), prose(changed(3, 'Jana knows.')), prose(changed(130, 'Theo asks.')))
  expect(quickestMs(merge, MAX_MS)).toBeLessThan(MAX_MS)
  expect(merge()).toBe(prose(changed(3, 'Jana knows.').with(130, `${sentences[130]} Theo asks.`)))
})

test('when both inserted a line in the same place, both lines are kept', () => {
  expect(mergeText('one\ntwo', 'one\nnew\ntwo', 'one\nother\ntwo')).toBe('one\nnew\nother\ntwo')
})

test('when both inserted a sentence in the middle of a line, it is a conflict', () => {
  expect(mergeText('One. Two.', 'One. New. Two.', 'One. Other. Two.')).toBeUndefined()
})

const word = fc.constantFrom('Jana', 'fund', '2M', 'Friday', 'sheet')
const text = fc.array(fc.oneof(word, fc.constant('\n')), { maxLength: 12 }).map((words) => words.join(' '))
const own = (prefix: string) => fc.array(fc.nat(99), { maxLength: 4 }).map((ids) => ids.map((id) => `${prefix}${id}`).join(' '))

/** Inserts words of one side at a random place. */
const insertion = (prefix: string) => fc.record({ at: fc.nat(), added: own(prefix) })
const inserted = (base: string, { at, added }: { at: number; added: string }) => {
  const parts = base === '' ? [] : base.split(' ')
  const place = at % (parts.length + 1)
  return [...parts.slice(0, place), ...(added ? [added] : []), ...parts.slice(place)].join(' ')
}

test('a merge loses no word that either side added', () => {
  fc.assert(
    fc.property(text, insertion('t'), insertion('m'), (base, theirs, mine) => {
      const [their, my] = [inserted(base, theirs), inserted(base, mine)]
      const merged = mergeText(base, their, my)
      if (merged === undefined) return
      for (const added of [...theirs.added.split(' '), ...mine.added.split(' ')]) expect(merged).toContain(added)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['are joined one below the other', 'a', 'b', 'a\n\nb'],
  ['are kept once if they are the same', 'a', 'a', 'a'],
  ['become the longer one if it contains the other', 'a', 'b a', 'b a'],
  ['become the one that is not empty', '', 'b', 'b'],
])('two independent texts %s', (_what, theirs, mine, joined) => {
  expect(joinTexts(theirs, mine)).toBe(joined)
})
