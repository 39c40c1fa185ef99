import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SortedList } from './sorted-list.ts'

type Item = { size: number; serial: number }
const compare = (a: Item, b: Item) => a.size - b.size || a.serial - b.serial

test('after any batches, small and large, the list equals a full sort', () => {
  const batch = fc.record({ sizes: fc.array(fc.nat({ max: 20 }), { maxLength: 40 }), goneEvery: fc.integer({ min: 1, max: 30 }) })
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 6 }), (batches) => {
      const list = new SortedList<Item>(compare)
      let expected: Item[] = []
      let serial = 0
      for (const { sizes, goneEvery } of batches) {
        const removed = new Set(expected.filter((item) => item.serial % goneEvery === 0))
        const added = sizes.map((size) => ({ size, serial: serial++ }))
        list.replace(removed, added)
        expected = [...expected.filter((item) => !removed.has(item)), ...added]
      }
      expect(list.items).toEqual(expected.toSorted(compare))
    }),
  )
})
