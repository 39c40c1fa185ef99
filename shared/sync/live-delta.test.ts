import { expect, test } from 'vitest'
import { type DeltaVerdict, foldDeltas, judgeDelta, type LiveDelta, type Position } from './live-delta.ts'

const EPOCH = 'epoch0001'
/** `7` is a cursor; `7+a` a cursor with what was seen above it. */
const at = (text: string): Position => {
  const [cursor = '', seen] = text.split('+')
  return { cursor, ...(seen && { seen }) }
}
const delta = (from: string, to: string, more: Partial<LiveDelta> = {}): LiveDelta => ({
  ...{ epoch: EPOCH, from: at(from), to: at(to), put: {}, del: {} },
  ...more,
})

test.each<[own: string, from: string, to: string, verdict: DeltaVerdict, why: string]>([
  ['5', '5', '8', 'apply', 'the device is where the delta begins'],
  ['5+a', '5+a', '8', 'apply', 'the same, with a transaction open'],
  ['5+a', '5+a', '5+b', 'apply', 'the cursor stays while a transaction is open'],
  ['5', '5', '5+b', 'apply', 'the first change after a transaction began'],
  ['6', '5', '8', 'apply', 'it has a part of the delta, and nothing newer'],
  ['6+a', '5+b', '8', 'apply', 'a greater cursor is a later read, whatever was open then'],
  ['5+a', '5', '8', 'apply', 'it has more than the beginning'],
  ['8', '5', '8', 'ignore', 'its own pull was faster'],
  ['8+a', '5', '8+a', 'ignore', 'its own pull was faster, with a transaction open'],
  ['9', '5', '8', 'ignore', 'a late or repeated delta'],
  ['9+a', '5', '8+b', 'ignore', 'a late or repeated delta, with a transaction open'],
  ['4', '5', '8', 'pull', 'a change between the device and the delta is missing'],
  ['5', '5+a', '8', 'pull', 'it has not seen what the beginning has seen above the same cursor'],
  ['5+b', '5+a', '8', 'pull', 'which of two reads at one cursor is later is unknown'],
  ['5+c', '5+a', '5+b', 'pull', 'it may have a newer row than the end'],
  ['8+a', '5', '8', 'pull', 'its read at the cursor of the end may be later or earlier'],
  ['10', '9', '11', 'apply', 'cursors are numbers, not texts'],
  ['18446744073709551614', '18446744073709551613', '18446744073709551615', 'apply', 'cursors are 64 bits long'],
])('a device at %s with a delta from %s to %s: %s, because %s', (own, from, to, verdict) => {
  expect(judgeDelta({ epoch: EPOCH, ...at(own) }, delta(from, to))).toBe(verdict)
})

test('a delta of another epoch is never applied', () => {
  expect(judgeDelta({ epoch: 'epoch0002', ...at('5') }, delta('5', '8'))).toBe('pull')
})

const own = { epoch: EPOCH, ...at('5') }
const doc = (id: string, name: string) => ({ id, name })

test('several deltas are stored as one: the last change of each record counts', () => {
  const { delta: folded, isBehind } = foldDeltas(own, [
    delta('5', '6', { put: { investors: [doc('a', 'first'), doc('b', 'new')] }, del: { investors: ['c'] } }),
    delta('6', '7+x', { put: { investors: [doc('a', 'second'), doc('c', 'back')] }, del: { investors: ['b'], projects: ['p'] } }),
  ])
  expect(isBehind).toBe(false)
  expect(folded).toEqual({
    ...{ epoch: EPOCH, cursor: '7', seen: 'x' },
    put: { investors: [doc('a', 'second'), doc('c', 'back')] },
    del: { investors: ['b'], projects: ['p'] },
  })
})

test('repeated and late deltas among others change nothing', () => {
  const [one, two] = [
    delta('5', '6', { put: { investors: [doc('a', 'first')] } }),
    delta('6', '7', { del: { investors: ['a'] } }),
  ]
  expect(foldDeltas(own, [one, one, two, one]).delta).toMatchObject({ cursor: '7', put: {}, del: { investors: ['a'] } })
  expect(foldDeltas({ ...own, cursor: '9' }, [one, two])).toEqual({ delta: undefined, isBehind: false })
})

test('what comes before a gap is stored, and what comes behind it is pulled', () => {
  const { delta: folded, isBehind } = foldDeltas(own, [delta('5', '6', { del: { investors: ['a'] } }), delta('7', '8')])
  expect(folded).toMatchObject({ cursor: '6', del: { investors: ['a'] } })
  expect(isBehind).toBe(true)
})

test('the position after a delta has no trace of what was seen before it', () => {
  expect(foldDeltas({ ...own, seen: 'x' }, [delta('5+x', '6')]).delta?.seen).toBeUndefined()
})
