import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleContact } from '#tests/support/sample-contact.ts'
import { currentToast } from '#web/ui/toast.ts'
import { PaymentSuccess } from './payment-success.tsx'

const confirmed = {
  vc: { id: 'recSample1', fundName: 'Northgate Ventures', contactType: 'telegram', contactHandle: '@marit_moretti' },
  introTemplate: 'Hello Marit,',
}

let calls: { path: string; body: unknown }[]
let answer: (path: string, body: { vcId?: string }) => { status: number; body: unknown }

beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const body = JSON.parse(init.body)
    calls.push({ path, body })
    const reply = answer(path, body)
    return new Response(JSON.stringify(reply.body), { status: reply.status })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const show = (props: Partial<Parameters<typeof PaymentSuccess>[0]>) =>
  renderInRouter(<PaymentSuccess paymentIntentId="pi_1" isSignedIn contacts={[]} {...props} />)

test('the owner sees the handle, the way to it and the introduction, and the server is asked once', async () => {
  answer = () => ({ status: 200, body: confirmed })
  await show({})
  expect(await screen.findByRole('heading', { name: 'Contact Unlocked' })).toBeTruthy()
  expect(screen.getByText('@marit_moretti')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open Telegram' }).getAttribute('href')).toBe('https://t.me/marit_moretti')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Introduction' }).readOnly).toBe(true)
  await waitFor(() => expect(currentToast.get()).toMatchObject({ title: 'Payment Confirmed!' }))
  expect(calls).toEqual([{ path: '/api/confirm-payment', body: { paymentIntentId: 'pi_1' } }])
})

test('a call is booked, and its contact is still to come', async () => {
  answer = () => ({
    status: 200,
    body: {
      vc: { id: 'vc_1', fundName: 'Keystone', contactType: 'meeting', contactHandle: null },
      introTemplate: '',
      isContactDue: true,
    },
  })
  await show({})
  expect(await screen.findByRole('heading', { name: 'Call Booked' })).toBeTruthy()
  expect(screen.getByText(/come when free cancellation ends/)).toBeTruthy()
  expect(screen.queryByText('Contact Unlocked')).toBeNull()
  await waitFor(() => expect(currentToast.get()).toMatchObject({ description: 'Your call is booked.' }))
})

test('a guest whose call is on this device is not sent to sign in', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await show({ isSignedIn: false, hasCall: true })
  expect(await screen.findByRole('heading', { name: 'Call Booked' })).toBeTruthy()
  expect(assign).not.toHaveBeenCalled()
  expect(calls).toEqual([])
})

test('a guest who paid sees what was bought, found behind one of the contacts on this device', async () => {
  const bought = sampleContact({ id: 'recBought' as VcId })
  answer = (_path, { vcId }) =>
    vcId === bought.id
      ? { status: 200, body: { success: true, contact: bought } }
      : { status: 404, body: { code: 'not-found', message: 'Not found' } }
  const newer = sampleContact({ id: 'recNewer' as VcId, unlockedAt: '2026-11-21T00:00:00.000Z' })
  await show({ isSignedIn: false, contacts: [bought, newer] })
  expect(await screen.findByRole('heading', { name: 'Contact Unlocked' })).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual(['/api/confirm-vc-unlock', '/api/confirm-vc-unlock'])
})

test('a visitor who holds nothing is sent to sign in after half a second, and the server is not asked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await show({ isSignedIn: false })
  act(() => vi.advanceTimersByTime(499))
  expect(assign).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(assign.mock.calls[0]?.[0]).toMatch(/^\/api\/login\?next=%2F/)
  expect(calls).toEqual([])
})

test.each([
  [409, 'payments.processing', 'Still being processed'],
  [409, 'payments.not-completed', 'Payment Failed'],
  [409, 'payments.refunded', 'Refunded'],
  [409, 'payments.disputed', 'In dispute'],
  [409, 'unlocks.limit-reached', 'Your money goes back'],
  [409, 'payments.mismatch', 'Unlock Confirmation Failed'],
  [404, 'not-found', 'No such payment'],
  [503, 'draining', 'Not confirmed yet'],
])('%d %s is told as "%s"', async (status, code, title) => {
  answer = () => ({ status, body: { code, message: 'As the server says it.' } })
  await show({})
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText('As the server says it.')).toBeTruthy()
})
