import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/sample-investor.ts'
import { setPrivateDb } from '#web/db/current.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { useUnlockDialog } from './-unlock.tsx'

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

/** Dialogs are loaded when they are first opened. */
const SLOWLY = { timeout: 10_000 }

const investor = sampleInvestor({ hasMeetingLink: true })

function Page() {
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

test('from the hours of a call one goes over to the contact alone', async () => {
  await renderInRouter(<Page />)
  fireEvent.click(screen.getByRole('button', { name: 'Book' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock contact instead' }, SLOWLY))
  expect(await screen.findByRole('button', { name: 'Unlock for $25' }, SLOWLY)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})
