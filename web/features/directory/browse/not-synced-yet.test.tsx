import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { directoryDb } from '#web/db/tab/databases.ts'
import { NotHereYet, PartialSnapshot } from './not-synced-yet.tsx'

afterEach(async () => {
  cleanup()
  await directoryDb.meta.clear()
})

const store = (isComplete: boolean, parts: string[] = []) =>
  directoryDb.setMeta('directory', { epoch: 'e', parts, base: 'b', isComplete, revision: 1 })

test('a device says that its directory is partly downloaded until it has all of it, not while it opens', async () => {
  await store(false)
  render(<PartialSnapshot />)
  expect(screen.queryByText('Directory partly downloaded')).toBeNull()
  expect(await screen.findByText('Directory partly downloaded')).toBeTruthy()
  await act(() => store(true))
  await waitFor(() => expect(screen.queryByText('Directory partly downloaded')).toBeNull())
})

test('offline, a device that has a directory opens it, and only one without says that it has none', async () => {
  await store(true, ['chunk'])
  const { rerender } = render(<NotHereYet opening={<p>Opening</p>} />)
  expect(screen.getByText('Opening')).toBeTruthy()
  await act(async () => {
    await directoryDb.getMeta('directory')
    rerender(<NotHereYet opening={<p>Opening</p>} />)
  })
  expect(screen.queryByText('Directory not downloaded yet')).toBeNull()
  await act(() => store(false))
  expect(await screen.findByText('Directory not downloaded yet')).toBeTruthy()
  expect(screen.queryByText('Opening')).toBeNull()
})
