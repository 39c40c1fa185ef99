import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { useCalls } from '#web/features/bookings/queries.ts'
import { useDecisionMakers } from '#web/features/cold-scout/queries.ts'
import { useContacts } from '#web/features/contacts/queries.ts'
import GuestPurchases from './guest-purchases.tsx'

let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'validatedAt', value: Date.now() })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

const links = () => screen.queryAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`)

/** Rendered once this device has answered what the links before it depend on. */
function Answered() {
  const answers = [useUser(), useContacts(), useDecisionMakers(), useCalls()]
  return answers.includes(undefined) ? null : <p>Answered</p>
}
async function show() {
  await renderInRouter(
    <>
      <GuestPurchases className="" />
      <Answered />
    </>,
  )
  await screen.findByText('Answered')
}

test('a guest finds the contacts and calls that were bought, and nothing before', async () => {
  await show()
  expect(links()).toEqual([])
  await act(() => db.contacts.put({ ...sampleContact(), version: 1 }))
  await waitFor(() => expect(links()).toEqual(['Your contacts /contacts']))
  await act(() => db.bookings.put({ ...sampleCall(), version: 1 }))
  await waitFor(() => expect(links()).toEqual(['Your contacts /contacts', 'Your calls /calls']))
})

test('an account has them in its menu', async () => {
  await db.contacts.put({ ...sampleContact(), version: 1 })
  await db.account.put({ id: sampleUser().principalId, kind: 'account', user: sampleUser(), version: 1 })
  await show()
  expect(links()).toEqual([])
})
