import { afterEach, expect, test, vi } from 'vitest'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { postFeedback, postSupport } from './api.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['a support request', postSupport],
  ['feedback', postFeedback],
])('%s is sent under the guest lock, after a pending sign-out', async (_, send) => {
  let heldLock: string | undefined
  let heldAtCall: string | undefined
  const request = async (name: string, work: () => Promise<unknown>) => {
    heldLock = name
    return work().finally(() => {
      heldLock = undefined
    })
  }
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })
  vi.stubGlobal('fetch', async () => {
    heldAtCall = heldLock
    return new Response('{}', { status: 401 })
  })
  await expect(send({})).rejects.toMatchObject({ status: 401 })
  expect(heldAtCall).toBe(GUEST_LOCK)
})
