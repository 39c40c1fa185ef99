import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { slotAt } from '#shared/bookings/slots.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { writesSettled } from '#web/forms/local-draft.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import BookingDialog from './booking-dialog.tsx'

const answers: Record<string, unknown> = {
  '/api/calendly/availability': {
    slots: [slotAt(Date.parse('2027-01-12T10:00:00.000Z'))],
    timeZone: 'UTC',
    generated: false,
  },
  '/api/create-meeting-payment': { clientSecret: 'pi_1_secret_2', amount: 2500 },
  '/api/config': {
    stripe: { isSandbox: true, publishableKey: 'pk_test_sandbox' },
    homeVariant: 'a',
    headerVariant: 'login',
  },
}

let db: PrivateDatabase
beforeEach(async () => {
  provideSync({ store: (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal) } as never)
  vi.stubGlobal('fetch', async (path: string) => Response.json(answers[path]))
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  setPrivateDb(undefined)
  await db.delete()
})

const nothing = () => undefined
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test.each([
  ['a guest', '', 'noa@anvil.example'],
  ['an account', 'ada@harbour.example', undefined],
])('the address that %s books a call with fills in a later sign-up', async (_, email, stored) => {
  render(
    <BookingDialog
      {...{ investor: sampleInvestor(), onClose: nothing, isOffline: false, person: { name: '', email }, syncNow: nothing }}
      {...{ onUnlockInstead: nothing, saveForLater: null, note: null }}
    />,
  )
  const times = await screen.findByRole('group', { name: /^Time, for/ })
  fireEvent.click(times.querySelector('input') as HTMLInputElement)
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  type('Name', 'Noa Anvil')
  type('Email', 'noa@anvil.example')
  fireEvent.click(screen.getByRole('button', { name: 'Continue to payment' }))
  await screen.findByLabelText('Card number')
  await writesSettled()
  expect((await db.drafts.get('receipt-email'))?.values).toEqual(stored && { email: stored })
})
