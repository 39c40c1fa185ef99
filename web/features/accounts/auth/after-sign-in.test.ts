import { expect, test } from 'vitest'
import { pageAfterLogin, pageAfterNames, pageAfterRegistration } from './after-sign-in.ts'
import { goalOf } from './auth-page.tsx'

test('a sign-in leads to the first page, or to the page that was requested', () => {
  expect(pageAfterLogin(undefined)).toBe('/')
  expect(pageAfterLogin('/contacts')).toBe('/contacts')
})

test.each([
  ['founder', '/project-setup'],
  ['vc', '/vc-signup'],
  ['angel', '/vc-signup'],
] as const)('a registration as %s leads to %s, unless another page was requested', (userType, next) => {
  expect(pageAfterRegistration(undefined, userType)).toBe(next)
  expect(pageAfterRegistration('/contacts', userType)).toBe('/contacts')
})

test.each([
  ['founder', '/project-setup'],
  ['vc', '/vc-signup'],
  ['angel', '/'],
] as const)('completing the names as %s leads to %s', (userType, next) => {
  expect(pageAfterNames(userType)).toBe(next)
})

test.each([
  ['/', undefined],
  ['/join', undefined],
  ['/signup-type', undefined],
  ['/auth?next=%2Fvc%2Frec1%3Fa%3D1', '/vc/rec1?a=1'],
  [`/signup?next=${encodeURIComponent(`/auth?next=${encodeURIComponent('/scout')}`)}&defaultType=vc`, '/scout'],
  ['/auth?next=%2F%2Fevil.example', undefined],
  ['/vcs?stage=Seed', '/vcs?stage=Seed'],
])('from %s the user returns to %s', (next, goal) => {
  expect(goalOf(next)).toBe(goal)
})
