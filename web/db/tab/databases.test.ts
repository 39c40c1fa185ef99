import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { type LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import { captureWriter, setPrivateDb, useDepartureCount } from './databases.ts'

const here = (principal: LocalPrincipal | undefined) =>
  act(() => setPrivateDb(principal && new PrivateDatabase(principal, principal)))
const [ada, bob] = ['ada' as PrincipalId, 'bob' as PrincipalId]

afterEach(() => {
  cleanup()
  setPrivateDb(undefined)
})

test.each<[string, LocalPrincipal[], boolean]>([
  ['the same account', [ada], true],
  ['a guest who signed in meanwhile', ['guest', ada], true],
  ['an account that left', [ada, 'guest'], false],
  ['an account in whose place somebody else signed in', [ada, bob], false],
  ['an account that came back', [ada, 'guest', ada], true],
])('words of %s: may be written %s', (_, [first, ...next], may) => {
  here(first)
  const mayBeWritten = captureWriter()
  for (const principal of next) here(principal)
  expect(mayBeWritten()).toBe(may)
})

test('while the device changes hands nothing is written', () => {
  here(ada)
  const mayBeWritten = captureWriter()
  here(undefined)
  expect(mayBeWritten()).toBe(false)
})

test('pages begin anew when an account leaves, and go on when a guest becomes one', () => {
  here('guest')
  const { result } = renderHook(useDepartureCount)
  const before = result.current
  here(ada)
  expect(result.current).toBe(before)
  here(undefined)
  here(ada)
  expect(result.current).toBe(before)
  here('guest')
  expect(result.current).toBe(before + 1)
  here(ada)
  here(bob)
  expect(result.current).toBe(before + 2)
})
