import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/runner/eventually.ts'
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

test('the request is recorded before the payment is created, so that only one guest is created', async () => {
  const { result } = open()
  await act(() => result.current.setUp(undefined))
  expect(calls.slice(0, 2)).toEqual(['/api/vc-request', '/api/create-vc-unlock-payment'])
  // Nothing else may create a guest in parallel: neither the outbox nor another tab.
  expect(locked).toEqual([GUEST_LOCK, '/api/vc-request', '/api/create-vc-unlock-payment', '/api/config'])
  expect(result.current.phase).toMatchObject({ step: 'pay', payment: { amount: 2500 } })
})

test('a payment that cannot be created shows the reason and charges nothing', async () => {
  answers['/api/create-vc-unlock-payment'] = {
    status: 409,
    body: { code: 'unlocks.limit-reached', message: 'The limit is reached.' },
  }
  const { result } = open()
  await act(() => result.current.setUp(undefined))
  expect(currentToast.get()).toMatchObject({ title: 'Payment Setup Failed', description: 'The limit is reached.' })
  expect(result.current.phase).toEqual({ step: 'offer', problem: 'The limit is reached.' })
})

test("a declined card shows the provider's message and leaves the form for another card", async () => {
  const { result, paid } = await openAtPay()
  await act(() => result.current.settle({ kind: 'declined', message: 'Your card was declined.' }))
  expect(currentToast.get()).toMatchObject({ title: 'Payment Failed', description: 'Your card was declined.' })
  expect(result.current.phase).toMatchObject({ step: 'pay', problem: 'Your card was declined.' })
  expect(paid).toEqual([])
})

test('a payment with an unknown result is confirmed with the server before it is shown as failed', async () => {
  answers['/api/confirm-vc-unlock'] = { status: 409, body: { code: 'payments.not-completed', message: 'no' } }
  const { result } = await openAtPay()
  await act(() => result.current.settle({ kind: 'unfinished' }))
  expect(calls).toContain('/api/confirm-vc-unlock')
  expect(currentToast.get()).toMatchObject({ title: 'Payment Failed', description: 'Payment was not completed successfully' })
})

test('a payment with an unknown result is not called failed while the server cannot be reached', async () => {
  answers['/api/confirm-vc-unlock'] = 'no answer'
  const { result, paid } = await openAtPay()
  await act(async () => {
    const settling = result.current.settle({ kind: 'unfinished' })
    await vi.advanceTimersByTimeAsync(600)
    answers['/api/confirm-vc-unlock'] = { status: 200, body: { success: true, contact: sampleContact() } }
    await vi.advanceTimersByTimeAsync(1000)
    await settling
  })
  expect(result.current.phase).toMatchObject({ step: 'confirming' })
  expect(paid).toEqual(['pi_1'])
})

test('a payment that could not be checked says that nothing is charged twice', async () => {
  answers['/api/confirm-vc-unlock'] = 'no answer'
  const { result } = await openAtPay()
  await act(async () => {
    const settling = result.current.settle({ kind: 'unfinished' })
    await vi.advanceTimersByTimeAsync(20_000)
    await settling
  })
  expect(result.current.phase).toMatchObject({ step: 'pay', problem: expect.stringContaining('not charged again') })
})

test('the arrival of the contact completes the payment, even if the confirm call is never answered', async () => {
  answers['/api/confirm-vc-unlock'] = 'no answer'
  const { result, rerender, paid } = await openAtPay()
  act(() => void result.current.settle({ kind: 'succeeded' }))
  expect(result.current.phase).toEqual({ step: 'confirming' })
  expect(paid).toEqual(['pi_1'])
  rerender({ isUnlocked: true })
  expect(result.current.phase).toEqual({ step: 'done' })
  expect(currentToast.get()).toMatchObject({ title: 'Payment Successful' })
})

test('if the contact does not arrive within half a minute, the dialog can be closed, and names the place to find it', async () => {
  const { result, rerender } = await openAtPay()
  await act(() => result.current.settle({ kind: 'succeeded' }))
  await act(() => vi.advanceTimersByTimeAsync(29_999))
  expect(result.current.phase).toEqual({ step: 'confirming' })
  await act(() => vi.advanceTimersByTimeAsync(1))
  const problem = 'Not on this device yet. Find it under Contacts later.'
  expect(result.current.phase).toEqual({ step: 'confirming', problem })
  rerender({ isUnlocked: true })
  expect(result.current.phase).toEqual({ step: 'done' })
})

test('a contact that arrived completes the payment, however late the responses come', async () => {
  const { result, rerender } = await openAtPay()
  await act(() => result.current.settle({ kind: 'succeeded' }))
  rerender({ isUnlocked: true })
  toast({ title: 'Before' })
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(result.current.phase).toEqual({ step: 'done' })
  expect(currentToast.get()).toMatchObject({ title: 'Before' })
})

const LOST = { status: 401, body: { code: 'session-lost', message: 'Unauthorized' } }

test('after the session has ended nothing is charged, the first call reports it, and the dialog can be closed', async () => {
  answers['/api/vc-request'] = LOST
  const { result } = open()
  await act(() => result.current.setUp(undefined))
  expect(calls).toEqual(['/api/vc-request'])
  const problem = 'You’re signed out on this device. Sign in and try again.'
  expect(result.current.phase).toEqual({ step: 'offer', problem })
})

test('if the session has ended when the payment is confirmed, the message names the place to find the contact', async () => {
  answers['/api/confirm-vc-unlock'] = LOST
  const { result } = await openAtPay()
  await act(() => result.current.settle({ kind: 'succeeded' }))
  const problem = 'You’re signed out on this device. Sign in and find it under Contacts.'
  expect(result.current.phase).toEqual({ step: 'confirming', problem })
})

test('a confirmation that the server rejects is reported immediately, and no second payment is requested', async () => {
  answers['/api/confirm-vc-unlock'] = { status: 409, body: { code: 'payments.mismatch', message: 'no' } }
  const { result } = await openAtPay()
  await act(() => result.current.settle({ kind: 'succeeded' }))
  expect(currentToast.get()).toMatchObject({ title: 'Unlock Confirmation Failed' })
  expect(result.current.phase).toMatchObject({ step: 'confirming' })
})

test.each<[string, Answer]>([
  ['is rejected', { status: 429, body: { code: 'too-many-requests', message: 'Too many tries.' } }],
  ['is not answered', 'no answer'],
])('a request that %s before the payment does not stop it', async (_, answer) => {
  answers['/api/vc-request'] = answer
  const { result } = open()
  await act(() => result.current.setUp(undefined))
  expect(result.current.phase).toMatchObject({ step: 'pay' })
})

test('the request is recorded again after the payment, and a failure of that is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { result } = await openAtPay()
  answers['/api/vc-request'] = { status: 500, body: {} }
  toast({ title: 'Before' })
  await act(() => result.current.settle({ kind: 'succeeded' }))
  await eventually(() => expect(warn).toHaveBeenCalledOnce())
  expect(calls.filter((path) => path === '/api/vc-request')).toHaveLength(2)
  expect(calls.lastIndexOf('/api/vc-request')).toBeGreaterThan(calls.indexOf('/api/confirm-vc-unlock'))
  expect(currentToast.get()).toMatchObject({ title: 'Before' })
  expect(result.current.phase).toEqual({ step: 'confirming' })
})

test.each([
  ['the typed address', 'ada@founders.example', 'ada@founders.example'],
  ['the placeholder where there is none', undefined, 'anonymous@latchkey.example'],
])('the confirmation carries %s', async (_, receiptEmail, email) => {
  const { result } = open()
  await act(() => result.current.setUp(receiptEmail))
  act(() => result.current.start())
  await act(() => result.current.settle({ kind: 'succeeded' }))
  expect(bodies['/api/confirm-vc-unlock']).toEqual({ paymentIntentId: 'pi_1', vcId: investor.id, vcType: investor.vcType, email })
})

test.each([
  ['an empty secret', { clientSecret: '', amount: 2500 }],
  ['no secret', { amount: 2500 }],
  ['nothing at all', {}],
])('a reply with %s is not a payment, with the specified message', async (_, body) => {
  answers['/api/create-vc-unlock-payment'] = { status: 200, body }
  const { result } = open()
  await act(() => result.current.setUp(undefined))
  expect(currentToast.get()).toMatchObject({ title: 'Payment Setup Failed', description: 'Failed to create payment intent' })
})

test.each([
  [sampleInvestor({ sectors: ['DeFi', 'RWA'], stages: ['Seed'] }), 'DeFi'],
  [sampleInvestor({ sectors: [], stages: ['Seed'] }), 'Seed'],
  [sampleInvestor({ sectors: [], stages: [] }), 'General'],
])('the request contains the investor, the requested contact, and one tag: %#', async (investor, tag) => {
  await recordWish(investor)
  expect(bodies['/api/vc-request']).toEqual({
    ...{ vcId: 'recSample1', vcType: 'airtable', founderEmail: 'anonymous@latchkey.example', founderScore: 75 },
    ...{ tags: [tag], requestType: 'unlock', amount: 2500 },
  })
})
