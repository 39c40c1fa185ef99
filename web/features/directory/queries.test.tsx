import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FIRST_INVESTORS } from '#shared/directory/first-investors.ts'
import { cents } from '#shared/money.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { acceptStoredStatus } from '#web/sync/tab/use-sync-status.ts'
import { useInvestor } from './investor-queries.ts'
import { store } from './queries.ts'

const STORED = sampleInvestor({ price: cents(150) })
const IN_PAGE = sampleInvestor({ price: cents(30) })

beforeEach(async () => {
  await directoryDb.parts.put({ key: 'part', text: JSON.stringify({ put: { investors: [STORED] } }), size: 1 })
  await directoryDb.setMeta('directory', { epoch: 'e', parts: ['part'], base: 'part', isComplete: true, revision: 0 })
  await directoryDb.setMeta('phase', { kind: 'connecting' })
  acceptStoredStatus()
})
afterEach(() => {
  document.head.replaceChildren()
  vi.restoreAllMocks()
})

const writePage = () => {
  document.head.innerHTML = `<script data-page id="${FIRST_INVESTORS}" type="application/json">${JSON.stringify([IN_PAGE])}</script>`
}

test('the investor in a page that the browser restored from its cache does not replace the one on this device', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ transferSize: 0 } as never])
  writePage()
  const { result } = renderHook(() => useInvestor(STORED.id))
  await waitFor(() => expect(result.current?.price).toBe(150))
})

test('the investor in a page is shown until this visit has synced, and then the one on this device', async () => {
  writePage()
  const { result } = renderHook(() => useInvestor(STORED.id))
  expect(result.current?.price).toBe(30)
  await waitFor(() => expect(store.isComplete).toBe(true))
  expect(result.current?.price).toBe(30)
  await act(() => directoryDb.setMeta('phase', { kind: 'idle' }))
  await waitFor(() => expect(result.current?.price).toBe(150))
  // The page does not return when the network is lost.
  await act(() => directoryDb.setMeta('phase', { kind: 'offline', since: '2026-11-27T10:00:00.000Z' }))
  await waitFor(async () => expect((await directoryDb.getMeta('phase'))?.kind).toBe('offline'))
  expect(result.current?.price).toBe(150)
})

test('an investor that is not in the page is the one on this device, with or without a connection', async () => {
  const { result } = renderHook(() => useInvestor(STORED.id))
  await waitFor(() => expect(result.current?.price).toBe(150))
})
