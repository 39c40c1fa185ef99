import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { asOneGuest } from './as-one-guest.ts'

const since = 1_790_000_000_000
const pointer = { principal: 'guest', life: 'life', leaving: [], since } as const

let calls: unknown[]
let status: number
beforeEach(() => {
  calls = []
  status = 200
  vi.useFakeTimers({ toFake: ['Date'], now: since + 5000 })
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    calls.push([path, JSON.parse(String(body))])
    return new Response('{"success":true}', { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const owe = (endsSession: PrincipalId | false) => directoryDb.setMeta('principal', { ...pointer, leaving: [], endsSession })
const pay = () => asOneGuest(async () => void calls.push('pay'))

test('a payment is made after the sign-out of the account whose cookie the browser still has', async () => {
  await owe('pri_ada' as PrincipalId)
  await pay()
  expect(calls).toEqual([['/api/auth/logout', { principalId: 'pri_ada', agoMs: 5000 }], 'pay'])
  expect((await directoryDb.getMeta('principal'))?.endsSession).toBe(false)
  await pay()
  expect(calls.slice(2)).toEqual(['pay'])
})

test('no payment is made while the sign-out cannot be delivered', async () => {
  await owe('pri_ada' as PrincipalId)
  status = 503
  await expect(pay()).rejects.toMatchObject({ status: 503 })
  expect(calls).not.toContain('pay')
  expect((await directoryDb.getMeta('principal'))?.endsSession).toBe('pri_ada')
})

test('a payment does not wait for a storage that fails', async () => {
  vi.spyOn(directoryDb, 'getMeta').mockRejectedValueOnce(new Error('the storage fails'))
  await pay()
  expect(calls).toEqual(['pay'])
})
