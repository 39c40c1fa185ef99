import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Edit, fingerprint, type MergeState, mergeEdit, squashEdits, type Value } from './three-way-merge.ts'

type Card = { name: string; about: string; raising: number | null; isLive: boolean }
type State = MergeState<Card>

const blank: State = { values: { name: '', about: '', raising: null, isLive: false }, writers: {}, clashes: [] }
const state = (values: Partial<Card>, clashes: State['clashes'] = []): State => ({
  ...blank,
  values: { ...blank.values, ...values },
  clashes,
})
const at = '2026-03-01T12:00:00.000Z'
const phone = { by: 'phone', at }
const beside = (name: string) => ({ field: 'name' as const, value: name, ...phone })

/** An edit of the name with its base and some intermediate steps. */
const edit = (name: string, ...lineage: string[]): Edit<Card> => ({ changes: { name }, base: { name: lineage.map(fingerprint) } })
const seen = (...texts: Value[]) => texts.map(fingerprint)

test.each<[what: string, stored: State, edit: Edit<Card>, name: string, beside: string[]]>([
  ['no other device wrote', state({ name: 'Acme' }), edit('Acme Labs', 'Acme'), 'Acme Labs', []],
  ['both wrote the same', state({ name: 'Acme Labs' }), edit('Acme Labs', 'Acme'), 'Acme Labs', []],
  ['both wrote different texts', state({ name: 'Acme Inc' }), edit('Acme Labs', 'Acme'), 'Acme Inc', ['Acme Labs']],
  ['only the other device wrote', state({ name: 'Acme Inc' }), edit('Acme', 'Acme'), 'Acme Inc', []],
  ['it is based on a text that was sent before', state({ name: 'Acme L' }), edit('Acme Labs', 'Acme', 'Acme L'), 'Acme Labs', []],
  ['it continues a conflicting text', state({ name: 'Inc' }, [beside('La')]), edit('Labs', '', 'La'), 'Inc', ['Labs']],
  ['the base is unknown', state({ name: 'Acme Inc' }), edit('Acme Labs'), 'Acme Inc', ['Acme Labs']],
  ['the other side emptied it', state({ name: '' }), edit('Acme Labs', 'Acme'), 'Acme Labs', []],
  ['this side emptied it', state({ name: 'Acme Inc' }), edit('', 'Acme'), 'Acme Inc', []],
  ['a third device writes', state({ name: 'Inc' }, [beside('Labs')]), edit('Corp', ''), 'Inc', ['Labs', 'Corp']],
  // Typed, sent, continued and reverted: the second of three texts does not count as unchanged.
  ['it reverted to one of its own steps', state({ name: 'Inc' }), edit('Labs', '', 'Labs', 'Labs x'), 'Inc', ['Labs']],
])('when %s', (_, stored, edit, name, alternatives) => {
  const merged = mergeEdit(stored, edit, { by: 'desk', at })
  expect(merged.values.name).toBe(name)
  expect(merged.clashes.map(({ value }) => value)).toEqual(alternatives)
})

test.each<[what: string, chosen: string, name: string]>([
  ['mine', 'Labs', 'Labs'],
  ['the other', 'Inc', 'Inc'],
  ['both', 'Inc Labs', 'Inc Labs'],
])('a user who saw both texts and chooses %s resolves the conflict', (_, chosen, name) => {
  const stored = state({ name: 'Inc' }, [beside('Labs')])
  const answer = { changes: { name: chosen }, base: { name: seen('Inc', 'Labs') }, settles: { name: seen('Labs') } }
  const merged = mergeEdit(stored, answer, phone)
  expect([merged.values.name, merged.clashes]).toEqual([name, []])
})

test('a choice resolves only the texts that were seen: a later text is kept', () => {
  const stored = state({ name: 'Inc' }, [beside('Labs and more')])
  const answer = { changes: { name: 'Inc' }, base: { name: seen('Inc', 'Labs') }, settles: { name: seen('Labs') } }
  expect(mergeEdit(stored, answer, phone).clashes.map(({ value }) => value)).toEqual(['Labs and more'])
})

test('a chosen text is kept when a text arrives that was not seen at the choice', () => {
  const stored = state({ name: 'Inc and more' }, [beside('Labs')])
  const answer = { changes: { name: 'Labs' }, base: { name: seen('Labs', 'Inc') }, settles: { name: seen('Labs', 'Inc') } }
  const merged = mergeEdit(stored, answer, phone)
  expect([merged.values.name, merged.clashes.map(({ value }) => value)]).toEqual(['Inc and more', ['Labs']])
})

test('fields are merged individually; a switch takes its last value, amounts conflict like texts', () => {
  const stored = state({ name: 'Inc', raising: 5, isLive: true })
  const changed: Edit<Card> = {
    changes: { name: 'Inc', about: 'We build.', raising: 7, isLive: true },
    base: { name: seen(''), about: seen(''), raising: seen(null), isLive: seen(false) },
  }
  const merged = mergeEdit(stored, changed, { by: 'desk', at })
  expect(merged.values).toEqual({ name: 'Inc', about: 'We build.', raising: 5, isLive: true })
  expect(merged.clashes).toEqual([{ field: 'raising', value: 7, by: 'desk', at }])
})

test('a switch that this device did not change keeps the value of the other device', () => {
  const untouched: Edit<Card> = { changes: { isLive: false }, base: { isLive: seen(false) } }
  expect(mergeEdit(state({ isLive: true }), untouched, phone).values.isLive).toBe(true)
})

test('two edits of one writer are squashed into one, which also contains the text of the first', () => {
  const folded = squashEdits(edit('La', ''), edit('Labs', 'La'))
  expect(folded).toEqual({ changes: { name: 'Labs' }, base: { name: seen('', 'La') }, settles: {} })
})

test('an edit that is not based on the previous one is not squashed', () => {
  expect(squashEdits(edit('La', ''), edit('Inc', ''))).toBeUndefined()
})

test('a lineage that is too long starts over without losing a text', () => {
  let waiting = edit('0', '')
  const sent: Edit<Card>[] = []
  for (let step = 1; step < 1200; step++) {
    const next = edit(String(step), String(step - 1))
    const folded = squashEdits(waiting, next)
    if (!folded) sent.push(waiting)
    waiting = folded ?? next
  }
  const merged = [...sent, waiting].reduce((stored, each) => mergeEdit(stored, each, phone), blank)
  expect([merged.values.name, merged.clashes]).toEqual(['1199', []])
  expect(sent).toHaveLength(2)
})

/** The texts of one device for a field, step by step. Identical texts of two devices count as one. */
const steps = (who: string) =>
  fc.array(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 5 }).map((texts) => texts.map((text) => who + text))

test('for any subset and order of each device’s steps, both last texts are kept', () => {
  const order = fc.array(fc.boolean(), { maxLength: 10 })
  fc.assert(
    fc.property(steps('d'), steps('m'), order, fc.boolean(), (desk, mobile, turns, folds) => {
      const queues = [chain(desk, folds), chain(mobile, folds)]
      let stored = blank
      for (const turn of [...turns, ...Array(10).fill(true), ...Array(10).fill(false)]) {
        const next = queues[turn ? 0 : 1]?.shift()
        if (next) stored = mergeEdit(stored, next, phone)
      }
      const texts = [stored.values.name, ...stored.clashes.map(({ value }) => value)]
      expect(texts).toEqual(expect.arrayContaining([desk.at(-1), mobile.at(-1)]))
    }),
    { seed: 20261121 },
  )
})

/** Each text after the other, as one squashed edit or one by one. */
function chain(texts: string[], folds: boolean): Edit<Card>[] {
  const edits = texts.map((text, n) => edit(text, n === 0 ? '' : (texts[n - 1] as string)))
  const [first, ...rest] = edits
  if (!folds || !first) return edits
  return [rest.reduce((waiting, next) => squashEdits(waiting, next) ?? next, first)]
}

test('fingerprints distinguish texts, numbers and null', () => {
  const values = ['', 'a', 'b', '1', 1, null, 'null', true, 'true', 0, false]
  expect(new Set(values.map((value) => fingerprint(value))).size).toBe(values.length)
})
