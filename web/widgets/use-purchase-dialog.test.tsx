import { cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Investor } from '#shared/directory/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { useUnlockDialog } from './use-purchase-dialog.tsx'

let db: PrivateDatabase
beforeEach(async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  db = new PrivateDatabase('guest', 'life')
  await db.open()
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  setPrivateDb(undefined)
  await db.delete()
})

function Page(about: Partial<Investor>) {
  const investor = sampleInvestor({ hasMeetingLink: true, ...about })
  const { book, dialog } = useUnlockDialog()
  return (
    <>
      <button type="button" onClick={() => book(investor)}>
        Book
      </button>
      {dialog}
    </>
  )
}

test('the cards of a list keep their buttons: another render of the page has the same functions', () => {
  const { result, rerender } = renderHook(useUnlockDialog)
  const { unlock, book } = result.current
  rerender()
  expect(result.current.unlock).toBe(unlock)
  expect(result.current.book).toBe(book)
})

test('without a calendar link a booking opens at its details', async () => {
  await renderInRouter(<Page hasMeetingLink={false} />)
  fireEvent.click(screen.getByRole('button', { name: 'Book' }))
  expect(await screen.findByRole('button', { name: 'Continue to payment' })).toBeTruthy()
  expect(screen.getByLabelText('Name')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})

test.each([true, false])(
  'before a call is paid, a profile from public sources says that its investor has not confirmed it (calendar: %s)',
  async (hasMeetingLink) => {
    await renderInRouter(<Page hasMeetingLink={hasMeetingLink} hasAgreed={undefined} />)
    fireEvent.click(screen.getByRole('button', { name: 'Book' }))
    expect(await screen.findByText(/has not confirmed this profile/)).toBeTruthy()
  },
)

test('the dialog switches from the slots of a call to the contact alone, and back', async () => {
  await renderInRouter(<Page />)
  fireEvent.click(screen.getByRole('button', { name: 'Book' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock contact instead' }))
  expect(await screen.findByRole('button', { name: 'Continue to payment' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeTruthy()
})

test('a booking that was closed starts again with empty fields', async () => {
  await renderInRouter(<Page hasMeetingLink={false} />)
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'Book' }))
  open()
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Noa Anvil' } })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
  open()
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', '')
})

test('a user’s own card in a list opens no purchase', async () => {
  const user = sampleUser({ isApprovedInvestor: true })
  await db.account.put({ id: user.principalId, kind: 'account', user, version: 1 })
  await db.ownListings.put({ ...sampleListing({ id: sampleInvestor().id }), version: 1 })
  await renderInRouter(<Page />)
  fireEvent.click(screen.getByRole('button', { name: 'Book' }))
  expect(await screen.findByRole('dialog', { name: 'This is how founders see you.' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/edit-listing/${sampleInvestor().id}`)
  expect(screen.queryByRole('button', { name: /Continue|Pay|Unlock/ })).toBeNull()
})
