import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { type LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import { captureWriter, setPrivateDb, useDepartureCount } from './databases.ts'

const switchTo = (principal: LocalPrincipal | undefined) =>
  act(() => setPrivateDb(principal && new PrivateDatabase(principal, principal)))
const [ada, bob] = ['ada' as PrincipalId, 'bob' as PrincipalId]

afterEach(() => {
  cleanup()
  setPrivateDb(undefined)
})

test.each<[string, LocalPrincipal[], boolean]>([
  ['the same account', [ada], true],
  ['a guest who has signed in since', ['guest', ada], true],
  ['an account that signed out', [ada, 'guest'], false],
  ['an account that was replaced by another account', [ada, bob], false],
  ['an account that signed in again', [ada, 'guest', ada], true],
])('content of %s: may be written %s', (_, [first, ...next], may) => {
  switchTo(first)
  const mayBeWritten = captureWriter()
  for (const principal of next) switchTo(principal)
  expect(mayBeWritten()).toBe(may)
})

test('nothing is written during a principal switch', () => {
  switchTo(ada)
  const mayBeWritten = captureWriter()
  switchTo(undefined)
  expect(mayBeWritten()).toBe(false)
})

test('pages reset when an account leaves, and continue when a guest becomes an account', () => {
  switchTo('guest')
  const { result } = renderHook(useDepartureCount)
  const before = result.current
  switchTo(ada)
  expect(result.current).toBe(before)
  switchTo(undefined)
  switchTo(ada)
  expect(result.current).toBe(before)
  switchTo('guest')
  expect(result.current).toBe(before + 1)
  switchTo(ada)
  switchTo(bob)
  expect(result.current).toBe(before + 2)
})
