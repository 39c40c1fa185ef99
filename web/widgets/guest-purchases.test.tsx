import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
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

test('a guest finds the contacts and calls that were bought, and nothing before', async () => {
  await renderInRouter(<GuestPurchases className="" />)
  await act(() => new Promise((done) => setTimeout(done, 50)))
  expect(links()).toEqual([])
  await act(() => db.contacts.put({ ...sampleContact(), version: 1 }))
  await waitFor(() => expect(links()).toEqual(['Your contacts /contacts']))
  await act(() => db.bookings.put({ ...sampleCall(), version: 1 }))
  await waitFor(() => expect(links()).toEqual(['Your contacts /contacts', 'Your calls /calls']))
})

test('an account has them in its menu', async () => {
  await db.contacts.put({ ...sampleContact(), version: 1 })
  await db.account.put({ id: sampleUser().principalId, kind: 'account', user: sampleUser(), version: 1 })
  await renderInRouter(<GuestPurchases className="" />)
  await act(() => new Promise((done) => setTimeout(done, 50)))
  expect(links()).toEqual([])
})
