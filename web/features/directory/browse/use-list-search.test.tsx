import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Investor } from '#shared/directory/contract.ts'
import { FIRST_PART } from '#shared/directory/first-part.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { useInvestor } from '#web/features/directory/investor-queries.ts'
import { store, useInvestorStats } from '#web/features/directory/queries.ts'
import { leavePage } from '#web/ui/page-title.ts'
import { useFirstPart, useListSearch } from './use-list-search.ts'

const named = (name: string) => sampleInvestor({ id: `rec${name}` as Investor['id'], name })
const PAGE = ['Abe', 'Ada', 'Gone'].map(named)
const FIRST = PAGE[0]?.id ?? ('' as Investor['id'])

afterEach(() => document.head.replaceChildren())

const useList = (isPlain: boolean) => {
  const first = useFirstPart(isPlain)
  const search = useListSearch({ sort: 'name' }, undefined, first)
  return { names: search?.items.map(({ name }) => name), isComplete: search?.isComplete, stats: useInvestorStats(FIRST) }
}

const storeChunk = async (key: string, names: string[], isComplete: boolean) => {
  await directoryDb.parts.put({ key, text: JSON.stringify({ put: { investors: names.map(named) } }), size: names.length })
  const parts = ((await directoryDb.getMeta('directory'))?.parts ?? []).concat(key)
  await directoryDb.setMeta('directory', { epoch: 'e', parts, base: 'b', isComplete, revision: 0 })
}

test('a list begins with what its page has, until all has arrived', async () => {
  const stats = [{ id: FIRST, totalRequests: 3, topTag: 'DeFi', rank: null, replyRate: 80 }]
  const part = JSON.stringify({ investors: PAGE, stats, totals: [] })
  document.head.innerHTML = `<script data-page id="${FIRST_PART}" type="application/json">${part}</script>`
  const { result, rerender } = renderHook(() => ({ plain: useList(true), filtered: useList(false) }))
  expect(result.current.plain).toMatchObject({ names: ['Abe', 'Ada', 'Gone'], isComplete: false, stats: stats[0] })
  expect(result.current.filtered.names).toBeUndefined()

  // A download begins: the store has another set, and nothing in it.
  const before = store.set
  await directoryDb.setMeta('directory', { epoch: 'e', parts: [], base: 'b', isComplete: false, revision: 0 })
  await waitFor(() => expect(store.set).not.toBe(before))
  rerender()
  expect(result.current.plain).toMatchObject({ names: ['Abe', 'Ada', 'Gone'], stats: stats[0] })

  // An investor is opened from the list, and then the list again.
  const inHead = [...document.head.children]
  leavePage()
  const opened = renderHook(() => ({ investor: useInvestor(FIRST), stats: useInvestorStats(FIRST) }))
  expect(opened.result.current).toEqual({ investor: PAGE[0], stats: stats[0] })
  opened.unmount()
  document.head.append(...inHead)

  // The best investors, of which some are in the page.
  await storeChunk('best', ['Ada', 'Zed'], false)
  await waitFor(() => expect(result.current.filtered.names).toEqual(['Ada', 'Zed']))
  expect(result.current.plain.names).toEqual(['Abe', 'Ada', 'Gone', 'Zed'])

  // One of the page has been removed since.
  await storeChunk('rest', ['Abe', 'Bea'], true)
  await waitFor(() => expect(store.isComplete).toBe(true))
  await waitFor(() => expect(result.current.plain).toMatchObject({ names: ['Abe', 'Ada', 'Bea', 'Zed'], isComplete: true }))
})
