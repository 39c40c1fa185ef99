import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { directoryDb } from '#web/db/tab/databases.ts'
import { PartialSnapshot } from './not-synced-yet.tsx'

afterEach(async () => {
  cleanup()
  await directoryDb.meta.clear()
})

const store = (isComplete: boolean) =>
  directoryDb.setMeta('directory', { epoch: 'e', parts: [], base: 'b', isComplete, revision: 1 })

test('a device says that its directory is partly downloaded until it has all of it, not while it opens', async () => {
  await store(false)
  render(<PartialSnapshot />)
  expect(screen.queryByText('Directory partly downloaded')).toBeNull()
  expect(await screen.findByText('Directory partly downloaded')).toBeTruthy()
  await act(() => store(true))
  await waitFor(() => expect(screen.queryByText('Directory partly downloaded')).toBeNull())
})
