import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { NO_STORAGE_HERE, STORAGE_TIMEOUT_MESSAGE } from '#web/db/storage-errors.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { reportStorageFault } from '#web/sync/tab/use-sync-status.ts'
import { StorageGate } from './storage-gate.tsx'

const db = new PrivateDatabase('guest', 'life')
beforeEach(() => setPrivateDb(db))
afterEach(() => {
  cleanup()
  reportStorageFault(undefined)
  setPrivateDb(undefined)
})

const page = (
  <StorageGate>
    <textarea aria-label="Words" />
  </StorageGate>
)
const words = () => screen.getByLabelText('Words') as HTMLTextAreaElement

test('a storage timeout shows a notice above the page and keeps the typed text; after recovery the notice is gone', async () => {
  await renderInRouter(page, '/contacts')
  fireEvent.change(words(), { target: { value: 'half a sentence' } })
  act(() => reportStorageFault(STORAGE_TIMEOUT_MESSAGE))
  expect((await screen.findByRole('alert')).textContent).toContain(STORAGE_TIMEOUT_MESSAGE)
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(words().value).toBe('half a sentence')
  act(() => reportStorageFault(undefined))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(words().value).toBe('half a sentence')
})

test.each([
  ['a browser that forbids it', NO_STORAGE_HERE, 'Storage is blocked'],
  ['a storage that does not answer', STORAGE_TIMEOUT_MESSAGE, 'Couldn’t open storage'],
])(
  'where storage cannot be opened, as in %s, the page shows the cause instead of loading indefinitely',
  async (_, sentence, title) => {
    setPrivateDb(undefined)
    await renderInRouter(page, '/contacts')
    act(() => reportStorageFault(sentence))
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.queryByLabelText('Words')).toBeNull()
  },
)

test('the support page works without storage', async () => {
  setPrivateDb(undefined)
  await renderInRouter(page, '/support')
  act(() => reportStorageFault(NO_STORAGE_HERE))
  expect((await screen.findByRole('alert')).textContent).toContain(NO_STORAGE_HERE)
  expect(words()).toBeTruthy()
})
