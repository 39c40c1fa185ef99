import { act, cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import type { SavedSearch, SearchId } from '#shared/searches/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { mutationRegistry } from '#web/app/client-mutators.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { store } from '#web/features/directory/queries.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { filtersText } from './mutations.ts'
import { forgetOpenings, useOpenedSearch } from './opened-search.tsx'
import { readSearch } from './queries.ts'
import SavedSearches from './saved-searches.tsx'

const ID = 'sch_0193a1b2-0000-7000-8000-00000000b001' as SearchId
const EARLY = '2026-03-01T08:00:00.000Z'
const LATE = '2026-04-01T08:00:00.000Z'
const filtersOf = (address: object) => v.parse(DirectoryFilters, address)
const saved = (over: Partial<SavedSearch> = {}) => ({
  ...{ id: ID, name: 'Seed in Lisbon', filters: 'stage=Seed', seenUpTo: EARLY, createdAt: EARLY, version: 1 },
  ...over,
})
const old = sampleInvestor({ id: 'recOld' as VcId, stages: ['Seed'], listedAt: EARLY })
const fresh = sampleInvestor({ id: 'recNew' as VcId, stages: ['Seed'], listedAt: LATE })
const other = sampleInvestor({ id: 'recOther' as VcId, stages: ['Angel'], listedAt: LATE })

let db: PrivateDatabase
beforeEach(() => {
  db = new PrivateDatabase('guest', 'life')
  setPrivateDb(db)
  forgetOpenings()
  store.set.index.put([old, fresh, other])
  store.isComplete = true
  store.notify()
  provideSync({
    enqueue: async (name: string, args: unknown, base: unknown) => {
      const entry = { id: crypto.randomUUID(), name, args, base, madeAt: LATE, state: 'waiting' }
      await db.transaction('rw', db.tables, async () => {
        await db.outbox.add(entry as never)
        await mutationRegistry.show(db, entry as never)
      })
      return entry.id
    },
    store: (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal),
  } as never)
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  setPrivateDb(undefined)
  store.set.index.remove(['recOld', 'recNew', 'recOther'])
  await db.delete()
})

test.each([
  [{}, ''],
  [{ stage: 'Seed,Series A', q: ' dao ' }, 'q=dao&stage=Seed%2CSeries+A'],
  [{ sort: 'fit', saved: true, min: 5, max: 49.5, type: 'angel' }, 'type=angel&min=5&max=49.5&saved=true&sort=fit'],
])('the filters %j are saved as %j and read again', (address, text) => {
  expect(filtersText(filtersOf(address))).toBe(text)
  expect(filtersText(readSearch({ filters: text }))).toBe(text)
})

test('a filter of a later build is left out', () => {
  expect(filtersText(readSearch({ filters: 'stage=Seed&mood=good&sort=luck' }))).toBe('stage=Seed')
})

test('the filters of the list are saved under a name, and nothing that is already listed is new', async () => {
  await renderInRouter(<SavedSearches filters={filtersOf({ stage: 'Seed' })} onClose={() => undefined} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Save this search' }))
  expect(screen.getByLabelText<HTMLInputElement>('Name of the search').value).toBe('Seed')
  fireEvent.click(screen.getByRole('button', { name: 'Save search' }))
  await screen.findByRole('link', { name: /Seed/ })
  expect(await db.searches.toArray()).toMatchObject([{ name: 'Seed', filters: 'stage=Seed', seenUpTo: LATE }])
  expect(screen.queryByText(/new$/)).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save this search' }).disabled).toBe(true)
})

test('a saved search counts the new investors that match it, and leads to its list', async () => {
  await db.searches.put(saved())
  await renderInRouter(<SavedSearches filters={filtersOf({})} onClose={() => undefined} />)
  const link = await screen.findByRole('link', { name: /Seed in Lisbon/ })
  await screen.findByText('1 new')
  expect(link.getAttribute('href')).toBe('/vcs?stage=Seed')
})

test('a search is renamed, gets the filters of the list, is deleted, and the deletion is undone', async () => {
  await db.searches.put(saved())
  await renderInRouter(<SavedSearches filters={filtersOf({ stage: 'Angel' })} onClose={() => undefined} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Seed in Lisbon' }))
  fireEvent.change(screen.getByLabelText('Name of the search'), { target: { value: 'Angels' } })
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Angels' }))
  fireEvent.click(screen.getByRole('button', { name: 'Use the filters of this list' }))
  await waitFor(async () => expect(await db.searches.get(ID)).toMatchObject({ name: 'Angels', filters: 'stage=Angel' }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete search' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(document.activeElement).toBe(undo)
  expect(await db.searches.count()).toBe(0)
  fireEvent.click(undo)
  await screen.findByRole('link', { name: /Angels/ })
  expect(await db.searches.get(ID)).toMatchObject({ name: 'Angels', filters: 'stage=Angel', seenUpTo: EARLY })
})

test('an opened search marks what is new until another opening, and counts it as seen at once', async () => {
  await db.searches.put(saved())
  const open = () => renderHook(() => useOpenedSearch(filtersOf({ stage: 'Seed' })))
  const first = open()
  await waitFor(async () => expect((await db.searches.get(ID))?.seenUpTo).toBe(LATE))
  const marked = () => [old, fresh].filter((one) => first.result.current?.isNew(one)).map(({ id }) => id)
  expect(marked()).toEqual(['recNew'])
  first.unmount()
  const soon = open()
  await waitFor(() => expect(soon.result.current?.isNew(fresh)).toBe(true))
  soon.unmount()
  forgetOpenings()
  const later = open()
  await waitFor(() => expect(later.result.current?.search.id).toBe(ID))
  expect(later.result.current?.isNew(fresh)).toBe(false)
  expect(await db.outbox.count()).toBe(1)
})

test('a list with other filters is no opening, and nothing is seen while the directory is arriving', async () => {
  await db.searches.put(saved())
  const { result } = renderHook(() => useOpenedSearch(filtersOf({ stage: 'Angel' })))
  store.isComplete = false
  act(() => store.notify())
  const arriving = renderHook(() => useOpenedSearch(filtersOf({ stage: 'Seed' })))
  await waitFor(() => expect(arriving.result.current?.search.id).toBe(ID))
  expect(result.current).toBeUndefined()
  expect(await db.outbox.count()).toBe(0)
})
