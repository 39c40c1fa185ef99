import { afterEach, expect, test, vi } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { confirmClaim, startClaim } from './api.ts'
import { login, register } from './auth/sign-in.ts'
import { sampleUser } from './sample.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const who = { email: 'ada@example.com', password: 'a-fine-password' }

test.each([
  ['signing in', () => login(who)],
  ['signing up', () => register({ ...who, confirmPassword: who.password, firstName: 'Ada', lastName: 'B', userType: 'founder' })],
  ['claiming a purchase', () => startClaim(who.email)],
  ['confirming a claim', () => confirmClaim('123456')],
])('%s waits for a guest that is being created, so that the guest is merged', async (_, call) => {
  const held: string[] = []
  const seen: string[][] = []
  const request = async (name: string, work: () => Promise<unknown>) => {
    held.push(name)
    return work().finally(() => held.pop())
  }
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })
  vi.stubGlobal('fetch', async () => {
    seen.push([...held])
    return new Response('{}', { status: 401 })
  })
  await expect(call()).rejects.toMatchObject({ status: 401 })
  expect(seen).toEqual([[GUEST_LOCK]])
})

test.each([
  ['signing in', () => login(who)],
  ['signing up', () => register({ ...who, confirmPassword: who.password, firstName: 'Ada', lastName: 'B', userType: 'founder' })],
])('%s drops a pending sign-out, which would end the new session', async (_, call) => {
  const pointer = { principal: 'guest', life: 'life', leaving: [] } as const
  await directoryDb.setMeta('principal', { ...pointer, leaving: [], endsSession: 'pri_ada' as PrincipalId })
  vi.stubGlobal('fetch', async () => Response.json(sampleUser()))
  await call()
  expect(await directoryDb.getMeta('principal')).toEqual({ ...pointer, endsSession: false })
})

test('a sign-in does not wait for a storage that never answers', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json(sampleUser()))
  vi.spyOn(directoryDb, 'transaction').mockReturnValue(new Promise(() => undefined) as never)
  const signedIn = login(who)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await signedIn).toMatchObject({ email: sampleUser().email })
})
