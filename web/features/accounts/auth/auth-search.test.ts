import * as v from 'valibot'
import { expect, test } from 'vitest'
import { AuthSearch, defaultTypeOf } from './auth-search.ts'

test.each([
  [
    { next: '/vc/rec1?tab=2', defaultType: 'vc' },
    { next: '/vc/rec1?tab=2', defaultType: 'vc' },
  ],
  [
    { next: 'https://evil.example', defaultType: 'admin' },
    { next: '/', defaultType: undefined },
  ],
  [{ next: '//evil.example' }, { next: '/' }],
  [{ next: 7, other: 'x' }, { next: '/' }],
  [{}, {}],
])('the address %j leads to %j', (search, read) => {
  expect(v.parse(AuthSearch, search)).toEqual(read)
})

test('the role in the address wins, then the stored choice, then founder', () => {
  localStorage.clear()
  expect(defaultTypeOf(undefined)).toBe('founder')
  localStorage.setItem('latchkeySignupType', 'angel')
  expect(defaultTypeOf(undefined)).toBe('angel')
  expect(defaultTypeOf('vc')).toBe('vc')
  localStorage.setItem('latchkeySignupType', 'admin')
  expect(defaultTypeOf(undefined)).toBe('founder')
})
