import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ColdFund, MaskedDecisionMaker } from '#shared/cold-scout/contract.ts'
import { guestDevice } from '#tests/support/guest-device.ts'
import { writesSettled } from '#web/forms/local-draft.ts'
import UnlockDialog from './unlock-dialog.tsx'

const database = guestDevice({
  '/api/create-decision-maker-payment': { clientSecret: 'pi_1_secret_2', amount: 100 },
})
const fund = { fundName: 'Northgate' } as ColdFund
const maker = { id: 'dm_1', role: 'Partner', hasLinkedin: true, hasTwitter: false } as unknown as MaskedDecisionMaker

const nothing = () => undefined
const dialog = (email: string | undefined, isUnlocked: boolean) => (
  <UnlockDialog {...{ fund, maker, onClose: nothing, isUnlocked, email, syncNow: nothing }} />
)
const stored = async () => {
  await writesSettled()
  return (await database().drafts.get('receipt-email'))?.values
}
/** Opens the dialog. @returns what the arrival of the name on this device does to it */
async function open(email: string | undefined) {
  const { rerender } = render(dialog(email, false))
  await screen.findByLabelText('Card number')
  return async () => {
    rerender(dialog(email, true))
    await waitFor(() => expect(screen.queryByLabelText('Card number')).toBeNull())
  }
}

test('the address that a guest types for the receipt is kept after the unlock, for a later sign-up', async () => {
  const arrive = await open(undefined)
  fireEvent.change(screen.getByLabelText(/Email for the receipt/), { target: { value: 'noa@anvil.example' } })
  expect(await stored()).toEqual({ email: 'noa@anvil.example' })
  await arrive()
  expect(await stored()).toEqual({ email: 'noa@anvil.example' })
})

test('the address that an account typed as a guest is forgotten after the unlock', async () => {
  await database().drafts.put({
    id: 'receipt-email',
    values: { email: 'noa@anvil.example' },
    writtenAt: '2026-11-20T10:00:00.000Z',
  })
  const arrive = await open('ada@harbour.example')
  await arrive()
  await waitFor(async () => expect(await stored()).toBeUndefined())
})
