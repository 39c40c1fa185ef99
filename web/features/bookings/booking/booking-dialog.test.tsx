import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { slotAt } from '#shared/bookings/slots.ts'
import { guestDevice } from '#tests/support/guest-device.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { writesSettled } from '#web/forms/local-draft.ts'
import BookingDialog from './booking-dialog.tsx'

const database = guestDevice({
  '/api/calendly/availability': {
    slots: [slotAt(Date.parse('2027-01-12T10:00:00.000Z'))],
    timeZone: 'UTC',
    generated: false,
  },
  '/api/create-meeting-payment': { clientSecret: 'pi_1_secret_2', amount: 2500 },
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
  expect((await database().drafts.get('receipt-email'))?.values).toEqual(stored && { email: stored })
})
