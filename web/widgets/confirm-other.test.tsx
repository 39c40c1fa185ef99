import { useLocation } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PaymentPurpose } from '#shared/orders/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { sampleDecisionMaker } from '#tests/support/samples/sample-decision-maker.ts'
import { currentToast } from '#web/ui/toast.ts'
import { useConfirmOther } from './confirm-other.ts'

let calls: { path: string; body: unknown }[]
let reply: unknown
let status: number

beforeEach(() => {
  calls = []
  status = 200
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    calls.push({ path, body: JSON.parse(body) })
    return new Response(JSON.stringify(reply), { status })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const outcome = vi.fn()

function Page({ purpose }: { purpose: PaymentPurpose }) {
  const confirmOther = useConfirmOther()
  const { href } = useLocation()
  return (
    <>
      <p>At {href}</p>
      <button type="button" onClick={() => void confirmOther('pi_1', purpose).then(outcome)}>
        Confirm
      </button>
    </>
  )
}

async function confirm(purpose: PaymentPurpose) {
  outcome.mockReset()
  await renderInRouter(<Page purpose={purpose} />, '/payment-success/pi_1')
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
}

test('a decision maker is confirmed and leads to the page of the fund', async () => {
  reply = { success: true, contact: sampleDecisionMaker({ fundSlug: 'quiet-capital' }) }
  await confirm({ kind: 'decision_maker', targetId: 'dm_1' })
  expect(await screen.findByText('At /cold-scout/quiet-capital')).toBeTruthy()
  expect(calls).toMatchObject([
    { path: '/api/confirm-decision-maker-unlock', body: { paymentIntentId: 'pi_1', decisionMakerId: 'dm_1' } },
  ])
  expect(currentToast.get()).toMatchObject({
    title: 'Payment Successful!',
    description: 'Contact information has been unlocked.',
  })
})

test('the $49 payment of a project is confirmed and leads to the marketplace', async () => {
  reply = { success: true, projectId: 'prj_1' }
  await confirm({ kind: 'project_visibility', targetId: 'prj_1' })
  expect(await screen.findByText('At /scout?success=true')).toBeTruthy()
  expect(calls).toEqual([{ path: '/api/confirm-project-payment', body: { paymentIntentId: 'pi_1' } }])
  expect(currentToast.get()).toMatchObject({ title: 'Project Published!' })
})

test('the $9 payment leads to the page that checks its checkout session', async () => {
  await confirm({ kind: 'scout_publish', targetId: 'prj_1', sessionId: 'cs_1' })
  expect(await screen.findByText('At /scout-success?session_id=cs_1')).toBeTruthy()
  expect(calls).toEqual([])
})

test('a call is confirmed with its slot and shown on the calls page', async () => {
  const slot = { start: '2027-01-10T10:00:00.000Z', end: '2027-01-10T10:30:00.000Z' }
  reply = { success: true, booking: sampleCall(), ics: 'BEGIN:VCALENDAR' }
  await confirm({ kind: 'meeting', targetId: 'vc_1', slot })
  await waitFor(() => expect(outcome).toHaveBeenCalledWith({ kind: 'call', name: 'Alan Platform' }))
  expect(calls).toEqual([
    { path: '/api/confirm-meeting-booking', body: { paymentIntentId: 'pi_1', vcId: 'vc_1', selectedSlot: slot } },
  ])
  expect(screen.getByText('At /payment-success/pi_1')).toBeTruthy()
})

test('a project whose payment was declined leads back to the form for another card', async () => {
  status = 409
  reply = { code: 'payments.not-completed', message: 'Payment was not completed successfully' }
  await confirm({ kind: 'project_visibility', targetId: 'prj_1' })
  expect(await screen.findByText('At /project-payment')).toBeTruthy()
  expect(currentToast.get()).toMatchObject({ title: 'Payment Failed', description: 'Payment was not completed successfully' })
})
