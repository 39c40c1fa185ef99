import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ColdFund, MaskedDecisionMaker } from '#shared/cold-scout/contract.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { writesSettled } from '#web/forms/local-draft.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import UnlockDialog from './unlock-dialog.tsx'

const answers: Record<string, unknown> = {
  '/api/create-decision-maker-payment': { clientSecret: 'pi_1_secret_2', amount: 100 },
  '/api/config': {
    stripe: { isSandbox: true, publishableKey: 'pk_test_sandbox' },
    homeVariant: 'a',
    headerVariant: 'login',
  },
}
const fund = { fundName: 'Northgate' } as ColdFund
const maker = { id: 'dm_1', role: 'Partner', hasLinkedin: true, hasTwitter: false } as unknown as MaskedDecisionMaker

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
const dialog = (email: string | undefined, isUnlocked: boolean) => (
  <UnlockDialog {...{ fund, maker, onClose: nothing, isUnlocked, email, syncNow: nothing }} />
)
const stored = async () => {
  await writesSettled()
  return (await db.drafts.get('receipt-email'))?.values
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
  await db.drafts.put({ id: 'receipt-email', values: { email: 'noa@anvil.example' }, writtenAt: '2026-11-20T10:00:00.000Z' })
  const arrive = await open('ada@harbour.example')
  await arrive()
  await waitFor(async () => expect(await stored()).toBeUndefined())
})
