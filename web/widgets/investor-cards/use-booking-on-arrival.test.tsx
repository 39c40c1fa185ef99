import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RegisteredRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Contact } from '#shared/contacts/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { useBookingOnArrival } from './use-booking-on-arrival.ts'

let db: PrivateDatabase
beforeEach(() => {
  db = new PrivateDatabase('guest', 'life')
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

const caller = { hasMeetingLink: true }

/** Opens the page of an investor, as "Book Now" does or as a plain link does. */
async function arrive(about: Partial<Investor>, { isBooking = true, contact = null as Contact | null } = {}) {
  const book = vi.fn()
  const investor = sampleInvestor(about)
  function Page() {
    useBookingOnArrival(investor, contact, book)
    return <h1>{investor.name}</h1>
  }
  const root = createRootRoute({ component: Outlet })
  const page = createRoute({ getParentRoute: () => root, path: '/page', component: Page })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren([home, page]),
    history: createMemoryHistory(),
  }) as unknown as RegisteredRouter
  render(<RouterProvider router={router} />)
  await act(() => router.navigate({ href: '/page', state: isBooking ? { isBooking } : {} }))
  expect(await screen.findByRole('heading', { name: investor.name })).toBeTruthy()
  return { book, investor, router }
}

test('the page that Book Now leads to opens the booking once, at the address of the page', async () => {
  const { book, investor, router } = await arrive(caller)
  await waitFor(() => expect(book).toHaveBeenCalledExactlyOnceWith(investor))
  await waitFor(() => expect(router.state.location.state.isBooking).toBeUndefined())
  expect(router.state.location.href).toBe('/page')
  expect(router.history.length).toBe(2)
  expect(book).toHaveBeenCalledOnce()
})

test.each([
  ['that another link led to', caller, { isBooking: false }],
  ['of an investor who takes no calls', { hasMeetingLink: false }, {}],
  ['of an investor who is not verified', { ...caller, isVerified: false }, {}],
  ['of a contact that is unlocked', caller, { contact: sampleContact() }],
])('the page %s opens no booking', async (_, about, opened) => {
  const { book, router } = await arrive(about, opened)
  await waitFor(() => expect(router.state.location.state.isBooking).toBeUndefined())
  expect(book).not.toHaveBeenCalled()
})

test('an investor cannot book themselves', async () => {
  await db.ownListings.put({ ...sampleListing({ id: sampleInvestor().id }), version: 1 })
  const { book, router } = await arrive(caller)
  await waitFor(() => expect(router.state.location.state.isBooking).toBeUndefined())
  expect(book).not.toHaveBeenCalled()
})
