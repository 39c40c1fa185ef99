import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskName } from './present.ts'

// cspell:ignore milie

test.each([
  ['Valentina Wójcik', 'V••••• W•••••'],
  ['Bo Li', 'B••••• L•••••'],
  ['  José   María de la Cruz ', 'J••••• C•••••'],
  ['E\u0301milie Roy', 'É••••• R•••••'],
  ['يوسف فاروق', 'ي••••• ف•••••'],
  ['山本 芽衣', '山••••• 芽•••••'],
  // One character is the whole name.
  ['李 明', '•••••• ••••••'],
  ['Cher', 'C••••• ••••••'],
  ['🦊 Nygaard', '•••••• N•••••'],
  ['', '•••••• ••••••'],
])('%j is shown as %j', (name, masked) => {
  expect(maskName(name)).toBe(masked)
})

test('the length of a mask reveals nothing about the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect([...maskName(name)]).toHaveLength(13)
    }),
  )
})
