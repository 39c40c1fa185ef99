import { expect, test } from 'vitest'
import { investorTitle, roleLine, roleOrIndependent } from './title.ts'

test('a fund that replaces the name is not repeated', () => {
  expect(roleLine({ name: 'Ada Lim', position: 'Partner', fund: 'Kestrel' })).toBe('Partner at Kestrel')
  expect(roleLine({ name: 'Kestrel', position: null, fund: 'Kestrel' })).toBe('')
})

test('a person without a fund is independent, a fund is not', () => {
  expect(roleOrIndependent({ name: 'Ada Lim', position: null, fund: null })).toBe('Independent')
  expect(roleOrIndependent({ name: 'Ada Lim', position: null, fund: 'Kestrel' })).toBe('Kestrel')
  expect(roleOrIndependent({ name: 'Kestrel', position: null, fund: 'Kestrel' })).toBe('')
})

test('the title of a page names its investor', () => {
  expect(investorTitle({ name: 'Ada Lim', position: 'Partner', fund: 'Kestrel' })).toBe('Ada Lim, Partner at Kestrel')
  expect(investorTitle({ name: 'Kestrel', position: null, fund: 'Kestrel' })).toBe('Kestrel')
})
