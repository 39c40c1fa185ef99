import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { type ChangeTags, changedTags, squashTagChanges } from './tags.ts'

const contactId = 'recA' as VcId

test.each([
  ['are added at the end', ['Lead'], { add: ['Lisbon'] }, ['Lead', 'Lisbon']],
  ['are removed', ['Lead', 'Lisbon'], { remove: ['Lead'] }, ['Lisbon']],
  ['keep their first spelling', ['Lead'], { add: ['LEAD', 'lead'] }, ['Lead']],
  ['are removed in any spelling', ['Café'], { remove: ['cafe'] }, []],
  ['take a new spelling when the old one is removed', ['lead', 'b'], { remove: ['lead'], add: ['Lead'] }, ['b', 'Lead']],
  ['are one line without outer spaces', [], { add: ['  two \n words '] }, ['two words']],
])('tags %s', (_what, tags, change, expected) => {
  expect(changedTags(tags, change)).toEqual(expected)
})

test('two changes have the same result as the one that they are squashed into', () => {
  const tags = fc.uniqueArray(fc.constantFrom('a', 'A', 'b', 'c', 'd', 'É', 'e'), { maxLength: 4 })
  const change = fc.record({ contactId: fc.constant(contactId), add: tags, remove: tags }) as fc.Arbitrary<ChangeTags>
  fc.assert(
    fc.property(tags, change, change, (stored, first, second) => {
      const start = changedTags([], { add: stored })
      const apart = changedTags(changedTags(start, first), second)
      const squashed = squashTagChanges({ args: first, base: undefined }, { args: second, base: undefined })
      const set = (result: string[]) => result.map((tag) => tag.toLowerCase().normalize('NFD')).sort()
      expect(set(changedTags(start, squashed?.args ?? first))).toEqual(set(apart))
    }),
  )
})

test('changes of too many tags are sent apart', () => {
  const many = (name: string) => Array.from({ length: 15 }, (_, at) => `${name} ${at}`)
  const [first, second] = [many('x'), many('y')].map((add) => ({ args: { contactId, add }, base: undefined }))
  expect(first && second && squashTagChanges(first, second)).toBeUndefined()
})
