import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { currentToast, toast } from '#web/ui/toast.ts'
import { recordWish } from './api.ts'
import { useUnlock } from './use-unlock.ts'

const investor = sampleInvestor()
type Answer = { status: number; body: unknown } | 'no answer'
let answers: Record<string, Answer>
let calls: string[]
let locked: string[]
let bodies: Record<string, Record<string, unknown>>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  calls = []
  locked = []
  bodies = {}
  vi.stubGlobal('navigator', {
    ...navigator,
    locks: {
      request: async (name: string, work: () => Promise<unknown>) => {
        locked.push(name)
        const before = calls.length
        const result = await work()
        locked.push(...calls.slice(before))
        return result
      },
    },
  })
  answers = {
    '/api/vc-request': { status: 200, body: {} },
    '/api/create-vc-unlock-payment': { status: 200, body: { clientSecret: 'pi_1_secret_2', amount: 2500 } },
    '/api/config': {
      status: 200,
      body: { stripe: { isSandbox: true, publishableKey: 'pk_test_sandbox' }, homeVariant: 'a', headerVariant: 'get-started' },
    },
    '/api/confirm-vc-unlock': { status: 200, body: { success: true, contact: sampleContact() } },
  }
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    calls.push(path)
    if (body) bodies[path] = JSON.parse(body)
    const answer = answers[path] ?? { status: 404, body: {} }
    if (answer === 'no answer') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function open() {
  const paid: string[] = []
  const rendered = renderHook(
    ({ isUnlocked }) =>
      useUnlock({ investor, isBooking: false, isUnlocked, syncNow: () => undefined, onPaid: (id) => paid.push(id) }),
    { initialProps: { isUnlocked: false } },
  )
  return { ...rendered, paid }
}

async function openAtPay() {
  const opened = open()
  await act(() => opened.result.current.setUp(undefined))
  act(() => opened.result.current.start())
  return opened
}

test('the wish is recorded before the payment is made, so that a stranger becomes one guest', async () => {
  const { result } = open()
  await act(() => result.current.setUp(undefined))
  expect(calls.slice(0, 2)).toEqual(['/api/vc-request', '/api/create-vc-unlock-payment'])
  // Nothing else may make a guest of them meanwhile: the outbox, another tab.
  expect(locked).toEqual([GUEST_LOCK, '/api/vc-request', '/api/create-vc-unlock-payment', '/api/config'])
  expect(result.current.phase).toMatchObject({ step: 'pay', payment: { amount: 2500 } })
})

test('a payment that cannot be made says why and charges nothing', async () => {
  answers['/api/create-vc-unlock-payment'] = {
    status: 409,
    body: { code: 'unlocks.limit-reached', message: 'The limit is reached.' },
  }
  const { result } = open()
  await act(() => result.current.setUp(undefined))
  expect(currentToast.get()).toMatchObject({ title: 'Payment Setup Failed', description: 'The limit is reached.' })
  expect(result.current.phase).toEqual({ step: 'offer', problem: 'The limit is reached.' })
})

test("a declined card shows the provider's words and leaves the form for another card", async () => {
  const { result, paid } = await openAtPay()
  await act(() => result.current.settle({ kind: 'declined', message: 'Your card was declined.' }))
  expect(currentToast.get()).toMatchObject({ title: 'Payment Failed', description: 'Your card was declined.' })
  expect(result.current.phase).toMatchObject({ step: 'pay', problem: 'Your card was declined.' })
  expect(paid).toEqual([])
})

test('a payment of which nobody knows the end is asked about before it is called failed', async () => {
  answers['/api/confirm-vc-unlock'] = { status: 409, body: { code: 'payments.not-completed', message: 'no' } }
  const { result } = await openAtPay()
  await act(() => result.current.settle({ kind: 'unfinished' }))
  expect(calls).toContain('/api/confirm-vc-unlock')
  expect(currentToast.get()).toMatchObject({ title: 'Payment Failed', description: 'Payment was not completed successfully' })
})

test('the contact on the device ends it, though the confirm call is never answered', async () => {
  answers['/api/confirm-vc-unlock'] = 'no answer'
  const { result, rerender, paid } = await openAtPay()
  act(() => void result.current.settle({ kind: 'succeeded' }))
  expect(result.current.phase).toEqual({ step: 'confirming' })
  expect(paid).toEqual(['pi_1'])
  rerender({ isUnlocked: true })
  expect(result.current.phase).toEqual({ step: 'done' })
  expect(currentToast.get()).toMatchObject({ title: 'Payment Successful' })
})

test('a contact that does not arrive within half a minute keeps nobody in the dialog, and it is said where to look for it', async () => {
  const { result, rerender } = await openAtPay()
  await act(() => result.current.settle({ kind: 'succeeded' }))
  await act(() => vi.advanceTimersByTimeAsync(29_999))
  expect(result.current.phase).toEqual({ step: 'confirming' })
  await act(() => vi.advanceTimersByTimeAsync(1))
  const problem = 'It has not reached this device yet. Look for it under Contacts.'
  expect(result.current.phase).toEqual({ step: 'confirming', problem })
  rerender({ isUnlocked: true })
  expect(result.current.phase).toEqual({ step: 'done' })
})

test('a contact that arrived stays the end, however late the answers come', async () => {
  const { result, rerender } = await openAtPay()
  await act(() => result.current.settle({ kind: 'succeeded' }))
  rerender({ isUnlocked: true })
  toast({ title: 'Before' })
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(result.current.phase).toEqual({ step: 'done' })
  expect(currentToast.get()).toMatchObject({ title: 'Before' })
})

const LOST = { status: 401, body: { code: 'session-lost', message: 'Unauthorized' } }

test('a person whose session is over pays nothing, hears of it at the first call, and can close the dialog', async () => {
  answers['/api/vc-request'] = LOST
  const { result } = open()
  await act(() => result.current.setUp(undefined))
  expect(calls).toEqual(['/api/vc-request'])
  const problem = 'You are signed out on this device. Sign in again, and then try once more.'
  expect(result.current.phase).toEqual({ step: 'offer', problem })
})

test('a person whose session is over by the time the payment is confirmed is told where to look for the contact', async () => {
  answers['/api/confirm-vc-unlock'] = LOST
  const { result } = await openAtPay()
  await act(() => result.current.settle({ kind: 'succeeded' }))
  const problem = 'You are signed out on this device. Sign in again, and look for it under Contacts.'
  expect(result.current.phase).toEqual({ step: 'confirming', problem })
})

test('a confirmation the server refuses is said at once, and the person is not asked to pay again', async () => {
  answers['/api/confirm-vc-unlock'] = { status: 409, body: { code: 'payments.mismatch', message: 'no' } }
  const { result } = await openAtPay()
  await act(() => result.current.settle({ kind: 'succeeded' }))
  expect(currentToast.get()).toMatchObject({ title: 'Unlock Confirmation Failed' })
  expect(result.current.phase).toMatchObject({ step: 'confirming' })
})

test.each<[string, Answer]>([
  ['is refused', { status: 429, body: { code: 'too-many-requests', message: 'Too many tries.' } }],
  ['is not answered', 'no answer'],
])('a wish that %s before the payment does not stop it', async (_, answer) => {
  answers['/api/vc-request'] = answer
  const { result } = open()
  await act(() => result.current.setUp(undefined))
  expect(result.current.phase).toMatchObject({ step: 'pay' })
})

test('the wish is recorded again after the payment, and a failure of that is logged and nothing else', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { result } = await openAtPay()
  answers['/api/vc-request'] = { status: 500, body: {} }
  toast({ title: 'Before' })
  await act(() => result.current.settle({ kind: 'succeeded' }))
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce())
  expect(calls.filter((path) => path === '/api/vc-request')).toHaveLength(2)
  expect(calls.lastIndexOf('/api/vc-request')).toBeGreaterThan(calls.indexOf('/api/confirm-vc-unlock'))
  expect(currentToast.get()).toMatchObject({ title: 'Before' })
  expect(result.current.phase).toEqual({ step: 'confirming' })
})

test.each([
  ['the typed address', 'ada@founders.example', 'ada@founders.example'],
  ['the placeholder where there is none', undefined, 'anonymous@latchkey.example'],
])('the confirmation carries %s', async (_, typed, email) => {
  const { result } = open()
  await act(() => result.current.setUp(typed))
  act(() => result.current.start())
  await act(() => result.current.settle({ kind: 'succeeded' }))
  expect(bodies['/api/confirm-vc-unlock']).toEqual({ paymentIntentId: 'pi_1', vcId: investor.id, vcType: investor.vcType, email })
})

test.each([
  ['an empty secret', { clientSecret: '', amount: 2500 }],
  ['no secret', { amount: 2500 }],
  ['nothing at all', {}],
])('a reply with %s is no payment, in the specified words', async (_, body) => {
  answers['/api/create-vc-unlock-payment'] = { status: 200, body }
  const { result } = open()
  await act(() => result.current.setUp(undefined))
  expect(currentToast.get()).toMatchObject({ title: 'Payment Setup Failed', description: 'Failed to create payment intent' })
})

test.each([
  [sampleInvestor({ sectors: ['DeFi', 'RWA'], stages: ['Seed'] }), 'DeFi'],
  [sampleInvestor({ sectors: [], stages: ['Seed'] }), 'Seed'],
  [sampleInvestor({ sectors: [], stages: [] }), 'General'],
])('the wish names whom and what is wanted, and one tag: %#', async (wanted, tag) => {
  await recordWish(wanted)
  expect(bodies['/api/vc-request']).toEqual({
    ...{ vcId: 'recSample1', vcType: 'airtable', founderEmail: 'anonymous@latchkey.example', founderScore: 75 },
    ...{ tags: [tag], requestType: 'unlock', amount: 2500 },
  })
})
