import { expect, test } from 'vitest'
import { investorTitle, roleLine } from './title.ts'

test('a fund that stands in for the name is not said twice', () => {
  expect(roleLine({ name: 'Ada Lim', position: 'Partner', fund: 'Kestrel' })).toBe('Partner at Kestrel')
  expect(roleLine({ name: 'Kestrel', position: null, fund: 'Kestrel' })).toBe('')
})

test('a page is called by who it is about', () => {
  expect(investorTitle({ name: 'Ada Lim', position: 'Partner', fund: 'Kestrel' })).toBe('Ada Lim, Partner at Kestrel')
  expect(investorTitle({ name: 'Kestrel', position: null, fund: 'Kestrel' })).toBe('Kestrel')
})
