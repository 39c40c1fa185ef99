import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/runner/eventually.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { writesSettled } from '#web/forms/local-draft.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { currentToast } from '#web/ui/toast.ts'
import ContactDialog from './contact-dialog.tsx'

const enqueue = vi.fn(async () => 'mut_1')
let calls: { path: string; body: Record<string, unknown> }[]

const setup = { clientSecret: 'pi_1_secret_2', amount: 2500 }
const config = { stripe: { isSandbox: true, publishableKey: 'pk_test_sandbox' }, homeVariant: 'a', headerVariant: 'login' }
const answers: Record<string, unknown> = {
  '/api/vc-request': {},
  '/api/create-vc-unlock-payment': setup,
  '/api/config': config,
  '/api/confirm-vc-unlock': { success: true, contact: sampleContact() },
}

beforeEach(() => {
  calls = []
  enqueue.mockClear()
  provideSync({
    enqueue,
    requestSync: () => undefined,
    store: (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal),
  } as never)
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: unknown } = {}) => {
    calls.push({ path, body: typeof body === 'string' ? JSON.parse(body) : {} })
    const isCard = path.startsWith('/sandbox/stripe/')
    return new Response(JSON.stringify(isCard ? { status: 'succeeded' } : answers[path]), { status: 200 })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const nothing = () => undefined
const onClose = vi.fn()
const dialog = (over: Partial<Parameters<typeof ContactDialog>[0]> = {}) => (
  <ContactDialog
    investor={sampleInvestor()}
    onClose={onClose}
    isUnlocked={false}
    isOffline={false}
    person={{ name: '', email: '' }}
    syncNow={nothing}
    onPaid={nothing}
    saveForLater={<button type="button">Save for later</button>}
    {...over}
  />
)
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

async function toPayment() {
  type('Name', 'Noa Anvil')
  type('Email', 'noa@anvil.example')
  type(/^Company/, 'Anvil')
  type(/^Message/, 'Ports that pay each other.')
  press('Continue to payment')
  await screen.findByLabelText('Card number')
}

test('a booking without a calendar link starts with the details, and asks for a name and an address', () => {
  render(dialog())
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Details', 'Payment'])
  for (const label of ['Name', 'Email', /^Company/, /^Message/]) expect(screen.getByLabelText(label)).toBeTruthy()
  press('Continue to payment')
  expect(currentToast.get()).toMatchObject({
    title: 'Missing Information',
    description: 'Please fill in all required fields.',
  })
  expect(calls).toEqual([])
})

test('it is paid as an unlock, and Back returns to the details as they were typed', async () => {
  render(dialog())
  await toPayment()
  const created = calls.find(({ path }) => path === '/api/create-vc-unlock-payment')?.body
  expect(created).toMatchObject({ vcId: 'recSample1', vcType: 'airtable', email: 'noa@anvil.example', bookingType: 'contact' })
  press('Back')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Noa Anvil')
  expect(screen.getByLabelText(/^Message/)).toHaveProperty('value', 'Ports that pay each other.')
})

test.each([
  ['a guest', '', 'noa@anvil.example'],
  ['an account', 'ada@harbour.example', undefined],
])('the address that %s types fills in a later sign-up', async (_, email, stored) => {
  const db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
  render(dialog({ person: { name: '', email } }))
  await toPayment()
  await writesSettled()
  expect((await db.drafts.get('receipt-email'))?.values).toEqual(stored && { email: stored })
  setPrivateDb(undefined)
  await db.delete()
})

test('it closes three seconds after the contact has arrived, and the message is saved as a note', async () => {
  onClose.mockReset()
  const { rerender } = render(dialog())
  await toPayment()
  type('Card number', '4242 4242 4242 4242')
  type('Expiry', '12 / 34')
  type('CVC', '123')
  press('Pay $25.00')
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/confirm-vc-unlock'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  rerender(dialog({ isUnlocked: true }))
  expect(currentToast.get()).toMatchObject({ title: 'Contact Unlocked Successfully!' })
  act(() => vi.advanceTimersByTime(2999))
  expect(onClose).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(onClose).toHaveBeenCalledOnce()
  await eventually(() => expect(enqueue).toHaveBeenCalledOnce())
  expect(enqueue).toHaveBeenCalledWith(
    'contact.note',
    { contactId: 'recSample1', text: 'Noa Anvil, Anvil: Ports that pay each other.' },
    expect.anything(),
  )
})

test('offline there is nothing to pay, and the investor can be saved', () => {
  render(dialog({ isOffline: true }))
  expect(screen.getByText('You are offline')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save for later' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull()
})
