import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { type LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { EarningsPage } from './earnings-page.tsx'

let db: PrivateDatabase
beforeEach(() => {
  db = new PrivateDatabase(`pri_${crypto.randomUUID()}` as LocalPrincipal, 'life')
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

/** The page of an account without a listing, which then awaits its first data. */
function Connecting() {
  const [isConnecting, setConnecting] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setConnecting(true)}>
        Connect
      </button>
      <EarningsPage listing={isConnecting ? 'connecting' : 'none'} />
    </>
  )
}

const applyLink = () => screen.queryByRole('link', { name: 'Apply as an investor' })

test('while the first data is awaited, the page waits and offers no application', async () => {
  renderInRouter(<Connecting />)
  // IndexedDB has answered: there is no entry.
  await screen.findByText('No earnings yet')
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }))
  expect(screen.getByRole('status').textContent).toBe('Loading your earnings')
  expect(screen.queryByText('No earnings yet')).toBeNull()
  expect(applyLink()).toBeNull()
})

test('without a connection and without data, the page says so and offers no application', async () => {
  renderInRouter(<EarningsPage listing="offline" />)
  expect(await screen.findByText('Your earnings aren’t on this device yet')).toBeTruthy()
  expect(applyLink()).toBeNull()
})

test('a listed investor without sales sees the listing, and another account the application', async () => {
  renderInRouter(<EarningsPage listing="listed" />)
  expect(await screen.findByRole('link', { name: 'Your listing' })).toBeTruthy()
  expect(applyLink()).toBeNull()
  cleanup()
  renderInRouter(<EarningsPage listing="none" />)
  expect(await screen.findByRole('link', { name: 'Apply as an investor' })).toBeTruthy()
})
