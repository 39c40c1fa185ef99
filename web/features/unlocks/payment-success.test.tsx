import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { promisesSettled } from '#tests/support/promises-settled.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { directoryDb, setPrivateDb } from '#web/db/tab/databases.ts'
import { ContactDetails } from '#web/features/contacts/contact-details.tsx'
import { currentToast, toast } from '#web/ui/toast.ts'
import type { ConfirmOther } from './confirm-purchase.ts'
import { PaymentSuccess } from './payment-success.tsx'

const confirmed = {
  vc: { id: 'recSample1', fundName: 'Northgate Ventures', contactType: 'telegram', contactHandle: '@marit_moretti' },
  introTemplate: 'Hello Marit,',
}

const confirmOther = vi.fn<ConfirmOther>()

let calls: { path: string; body: unknown }[]
let answer: (path: string, body: { vcId?: string }) => { status: number; body: unknown }

beforeEach(() => {
  calls = []
  confirmOther.mockReset()
  vi.stubGlobal('fetch', async (path: string, init: { body?: string }) => {
    const body = init.body && JSON.parse(init.body)
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
  renderInRouter(
    <PaymentSuccess
      paymentIntentId="pi_1"
      isSignedIn
      contacts={[]}
      confirmOther={confirmOther}
      renderDetails={() => null}
      {...props}
    />,
  )

const UNKNOWN = { status: 404, body: { code: 'not-found', message: 'Not found' } }
const paths = () => calls.map(({ path }) => path)

const stripe = { isSandbox: true, publishableKey: 'pk_test_sandbox' }
const company = { legalName: 'Sample Ltd', supportEmail: 'support@latchkey.example' }

test('the owner sees the handle, its link and the introduction, and the server is asked once', async () => {
  await directoryDb.setMeta('config', { stripe, homeVariant: 'a', headerVariant: 'login', company })
  answer = () => ({ status: 200, body: confirmed })
  await show({})
  expect(screen.getByText('Confirming your payment…')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Contact Unlocked' })).toBeTruthy()
  expect(screen.getByText('@marit_moretti')).toBeTruthy()
  for (const name of ['Copy Contact', 'Copy Introduction']) expect(screen.getByRole('button', { name })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'support@latchkey.example' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open Telegram' }).getAttribute('href')).toBe('https://t.me/marit_moretti')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Introduction' }).readOnly).toBe(true)
  await waitFor(() =>
    expect(currentToast.get()).toMatchObject({
      title: 'Payment Confirmed!',
      description: 'Your VC contact has been unlocked successfully.',
    }),
  )
  expect(calls).toEqual([{ path: '/api/confirm-payment', body: { paymentIntentId: 'pi_1' } }])
})

test('until a support address is set, the support form takes its place', async () => {
  await directoryDb.setMeta('config', { stripe, homeVariant: 'a', headerVariant: 'login' })
  answer = () => ({ status: 200, body: confirmed })
  await show({})
  expect((await screen.findByRole('link', { name: 'Support' })).getAttribute('href')).toBe('/support')
})

test('a link to the investor’s own calendar has its specified name, and says that it leaves the app', async () => {
  const vc = { ...confirmed.vc, contactType: 'meeting', contactHandle: 'https://www.calendly.example/marit' }
  answer = () => ({ status: 200, body: { ...confirmed, vc } })
  await show({})
  const link = await screen.findByRole('link', { name: 'Book Another Call' })
  expect(link.getAttribute('href')).toBe('https://www.calendly.example/marit')
  expect(document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Opens calendly.example, where Northgate Ventures takes calls. We charge nothing for it.',
  )
})

test('a payment is announced at the first visit of its page, and not again at the next', async () => {
  const db = new PrivateDatabase('guest', 'life')
  setPrivateDb(db)
  answer = () => ({ status: 200, body: confirmed })
  toast({ title: 'At first' })
  await show({})
  await waitFor(() => expect(currentToast.get()).toMatchObject({ title: 'Payment Confirmed!' }))
  cleanup()
  toast({ title: 'Before' })
  await show({})
  expect(await screen.findByRole('heading', { name: 'Contact Unlocked' })).toBeTruthy()
  cleanup()
  // The device answers in order: the page knows by then that the payment was shown before.
  await db.getMeta('visitedPayments')
  expect(currentToast.get()).toMatchObject({ title: 'Before' })
  await show({ paymentIntentId: 'pi_2' })
  await waitFor(() => expect(currentToast.get()).toMatchObject({ title: 'Payment Confirmed!' }))
  setPrivateDb(undefined)
  await db.delete()
})

test('a confirmed payment shows every channel that was bought, and the blanks of the introduction', async () => {
  answer = () => ({ status: 200, body: { ...confirmed, introTemplate: 'I am [your name].' } })
  const contacts = [sampleContact({ introTemplate: 'I am [your name].' })]
  await show({ contacts, renderDetails: (contact) => <ContactDetails contact={contact} /> })
  const copied = (await screen.findAllByRole('button', { name: /^Copy / })).map((button) => button.getAttribute('aria-label'))
  expect(copied).toEqual([
    ...['Copy Contact', 'Copy Email', 'Copy Telegram', 'Copy LinkedIn', 'Copy Website', 'Copy Introduction'],
  ])
  expect(screen.getByText('Fill in before you send it: [your name]')).toBeTruthy()
})

test('a call is booked, and its contact arrives later', async () => {
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
  expect(screen.getByText(/appear under Calls when free cancellation ends/)).toBeTruthy()
  expect(screen.queryByText('Contact Unlocked')).toBeNull()
  await waitFor(() => expect(currentToast.get()).toMatchObject({ description: 'Your call is booked.' }))
})

test('a guest who paid sees the purchase, also before the contact is on this device', async () => {
  const purchase = sampleContact({ id: 'recBought' as VcId })
  answer = (path) =>
    path === '/api/payments/pi_1'
      ? { status: 200, body: { kind: 'vc_unlock', targetId: purchase.id, vcType: 'airtable' } }
      : { status: 200, body: { success: true, contact: purchase } }
  await show({ isSignedIn: false })
  expect(await screen.findByRole('heading', { name: 'Contact Unlocked' })).toBeTruthy()
  expect(calls).toEqual([
    { path: '/api/payments/pi_1', body: undefined },
    {
      path: '/api/confirm-vc-unlock',
      body: { paymentIntentId: 'pi_1', vcId: 'recBought', vcType: 'airtable', email: 'anonymous@latchkey.example' },
    },
  ])
})

test('a guest who paid for a call sees that it is booked', async () => {
  const purpose = {
    kind: 'meeting',
    targetId: 'vc_1',
    slot: { start: '2027-01-10T10:00:00.000Z', end: '2027-01-10T10:30:00.000Z' },
  }
  answer = () => ({ status: 200, body: purpose })
  confirmOther.mockResolvedValue({ kind: 'call', name: 'Alan Platform' })
  await show({ isSignedIn: false, afterCall: 'Save to an account' })
  expect(await screen.findByRole('heading', { name: 'Call Booked' })).toBeTruthy()
  expect(screen.getByText('Save to an account')).toBeTruthy()
  expect(screen.getByText('Alan Platform')).toBeTruthy()
  expect(confirmOther).toHaveBeenCalledWith('pi_1', purpose)
})

test('a purchase with a page of its own is confirmed by its own call, and is not shown as a contact', async () => {
  const purpose = { kind: 'project_visibility', targetId: 'prj_1' }
  answer = (path) => (path === '/api/confirm-payment' ? UNKNOWN : { status: 200, body: purpose })
  confirmOther.mockResolvedValue({ kind: 'elsewhere' })
  toast({ title: 'Before' })
  await show({})
  await waitFor(() => expect(confirmOther).toHaveBeenCalledWith('pi_1', purpose))
  expect(paths()).toEqual(['/api/confirm-payment', '/api/payments/pi_1'])
  await promisesSettled()
  expect(screen.getByText('Confirming your payment…')).toBeTruthy()
  expect(currentToast.get()).toMatchObject({ title: 'Before' })
})

test('a visitor without such a payment is redirected to the sign-in after half a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  answer = () => UNKNOWN
  await show({ isSignedIn: false })
  // The response arrives without advancing time.
  await act(async () => {
    for (let turn = 0; turn < 20; turn++) await vi.advanceTimersByTimeAsync(0)
  })
  expect(screen.getByText('Please sign in to see this payment…')).toBeTruthy()
  act(() => vi.advanceTimersByTime(499))
  expect(assign).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(assign.mock.calls[0]?.[0]).toMatch(/^\/api\/login\?next=%2F/)
  expect(paths()).toEqual(['/api/payments/pi_1'])
})

test('a guest with contacts sees that this payment is not theirs', async () => {
  answer = () => UNKNOWN
  await show({ isSignedIn: false, contacts: [sampleContact()] })
  expect(await screen.findByRole('heading', { name: 'Payment not found' })).toBeTruthy()
})

test.each([
  [409, 'payments.processing', 'Still being processed'],
  [409, 'payments.not-completed', 'Payment Failed'],
  [409, 'payments.refunded', 'Refunded'],
  [409, 'payments.disputed', 'In dispute'],
  [409, 'unlocks.limit-reached', 'Refund in progress'],
  [409, 'payments.mismatch', 'Unlock Confirmation Failed'],
  [404, 'not-found', 'Payment not found'],
  [503, 'draining', 'Not confirmed yet'],
])('%d %s is shown as "%s"', async (status, code, title) => {
  answer = () => ({ status, body: { code, message: 'As the server says it.' } })
  await show({})
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText('As the server says it.')).toBeTruthy()
})
