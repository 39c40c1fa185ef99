import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { directoryDb, setPrivateDb } from '#web/db/tab/databases.ts'
import { SearchResults } from '#web/features/directory/browse/search-results.tsx'
import { useBrowse } from '#web/features/directory/browse/use-browse.ts'
import { acceptStoredStatus } from '#web/sync/tab/use-sync-status.ts'
import { keepInvestors } from './keep-investors.ts'
import { useListedInvestor } from './use-listed-investor.ts'

const investor = (id: string, name: string) => sampleInvestor({ id: id as VcId, name })
const HERE = [investor('rec1', 'Anna Here'), investor('rec2', 'Bob Here')]
const ELSEWHERE = [investor('rec3', 'Anna Elsewhere'), investor('rec4', 'Carl Elsewhere')]

let db: PrivateDatabase
/** Each request, and what the server answers: pages of the search, by their order. */
let requests: string[]
let pages: object[]
let isDown: boolean

beforeEach(async () => {
  requests = []
  pages = [{ items: ELSEWHERE, total: 2 }]
  isDown = false
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    if (isDown) throw new TypeError('Failed to fetch')
    if (path.startsWith('/api/directory/investors')) {
      const ids = new URL(path, 'http://x').searchParams.get('ids')?.split(';') ?? []
      return Response.json({ investors: ELSEWHERE.filter(({ id }) => ids.includes(id)) })
    }
    return Response.json(pages.length > 1 ? pages.shift() : pages[0])
  })
  db = new PrivateDatabase('guest', `life-${Math.random()}`)
  await db.open()
  setPrivateDb(db)
  await store(4)
  await setPhase('idle')
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  setPrivateDb(undefined)
  await db.delete()
})

let base = 0
/** The device has two investors of a directory of `total`. */
async function store(total: number | undefined) {
  base += 1
  const extents = total === undefined ? [] : [{ id: 'investors', total, onDevices: HERE.length }]
  const key = `part-${base}`
  await directoryDb.parts.clear()
  await directoryDb.parts.add({ key, text: JSON.stringify({ put: { investors: HERE, extents } }), size: HERE.length })
  await directoryDb.setMeta('directory', { epoch: 'e', parts: [key], base: key, isComplete: true, revision: 0 })
}

async function setPhase(kind: 'idle' | 'offline') {
  await directoryDb.setMeta('phase', kind === 'idle' ? { kind } : { kind, since: '2027-01-04T10:00:00.000Z' })
  acceptStoredStatus()
}

const LISTS = { stages: [], sectors: [] }
function List({ q, saved }: { q?: string; saved?: VcId[] }) {
  const browse = useBrowse({ q, ...(saved && { saved: true }) } as never, LISTS, saved)
  const investors = browse.search?.items ?? []
  return (
    <SearchResults
      browse={browse}
      savedCount={saved?.length ?? 0}
      onChange={() => undefined}
      skeleton="Loading"
      index={() => null}
      sections={[{ id: 'all', investors }]}
      isRegister
      renderCard={(one: Investor) => <article key={one.id}>{one.name}</article>}
    />
  )
}

const cards = () => screen.queryAllByRole('article').map(({ textContent }) => textContent)
const searches = () => requests.filter((path) => path.startsWith('/api/directory/search'))

test('the matches of the device are shown first, and those of the server behind them under a heading with their number', async () => {
  pages = [{ items: ELSEWHERE, total: 1000, isMore: true, next: 'p2' }]
  await renderInRouter(<List />)
  await waitFor(() => expect(cards()).toEqual(['Anna Here', 'Bob Here']))
  expect(await screen.findByRole('heading', { name: '1,000+ more from the server' })).toBeTruthy()
  await waitFor(() => expect(cards()).toEqual(['Anna Here', 'Bob Here', 'Anna Elsewhere', 'Carl Elsewhere']))
  expect(screen.getByText(/This device has 2 of 4 investors/)).toBeTruthy()
})

test('further pages follow at the end, and a match that is on this device already is not repeated', async () => {
  pages = [{ items: [ELSEWHERE[0]], total: 3, next: 'p2' }, { items: [HERE[1], ELSEWHERE[1]] }]
  await renderInRouter(<List />)
  fireEvent.click(await screen.findByRole('button', { name: 'Show more from the server' }))
  await waitFor(() => expect(cards()).toEqual(['Anna Here', 'Bob Here', 'Anna Elsewhere', 'Carl Elsewhere']))
  expect(searches().at(-1)).toContain('after=p2')
  expect(await screen.findByText('All matches are shown.')).toBeTruthy()
})

test('nothing is searched elsewhere while the device has the whole directory', async () => {
  await store(undefined)
  await renderInRouter(<List />)
  // Until the stored directory is read, the one of the test before is shown.
  await waitFor(() => {
    expect(cards()).toEqual(['Anna Here', 'Bob Here'])
    expect(screen.queryByText(/Searching the rest|from the server/)).toBeNull()
  })
  requests = []
  await setPhase('idle')
  await waitFor(() => expect(screen.queryByText(/Searching the rest/)).toBeNull())
  expect(requests).toEqual([])
})

test('offline the list says how many investors it covers, and searches the rest once there is a connection', async () => {
  await setPhase('offline')
  await renderInRouter(<List />)
  expect(await screen.findByText('This device has 2 of 4 investors. Search covers only these.')).toBeTruthy()
  expect(screen.getByText('The other 2 are searched when you connect.')).toBeTruthy()
  expect(screen.getByText('Offline: search covers 2 of 4 investors')).toBeTruthy()
  expect(requests).toEqual([])
  await act(() => setPhase('idle'))
  await waitFor(() => expect(cards()).toContain('Carl Elsewhere'))
})

test('a search that fails says so, keeps what the device found, and is repeated on request', async () => {
  isDown = true
  await renderInRouter(<List />)
  expect(await screen.findByText('Couldn’t search the rest')).toBeTruthy()
  expect(cards()).toEqual(['Anna Here', 'Bob Here'])
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(cards()).toContain('Carl Elsewhere'))
})

test('a search that the server refuses shows its reason', async () => {
  const message = 'This search matches too many investors. Add a word or a filter.'
  vi.stubGlobal('fetch', async () => Response.json({ message, code: 'directory.search-too-wide' }, { status: 422 }))
  await renderInRouter(<List />)
  expect(await screen.findByText(message)).toBeTruthy()
})

test('a search without a match says so only once the server has none either', async () => {
  pages = [{ items: [], total: 0 }]
  await renderInRouter(<List q="nothing" />)
  expect(await screen.findByText(/Searching the rest/)).toBeTruthy()
  expect(screen.queryByText('No VCs found matching your criteria...')).toBeNull()
  expect(await screen.findByText('No VCs found matching your criteria...')).toBeTruthy()
})

test('a saved investor is in the list of saved ones, also offline and in the next session', async () => {
  await keepInvestors(db, ['rec3' as VcId], false)
  await setPhase('offline')
  await renderInRouter(<List saved={['rec3' as VcId]} />)
  await waitFor(() => expect(cards()).toEqual(['Anna Elsewhere']))
  expect(searches()).toEqual([])
})

test('what is not saved any more, or not listed any more, leaves the device', async () => {
  await keepInvestors(db, ['rec3' as VcId, 'rec4' as VcId, 'recUnlisted' as VcId], false)
  expect((await db.keptInvestors.toArray()).map(({ id }) => id)).toEqual(['rec3', 'rec4'])
  await keepInvestors(db, ['rec4' as VcId], true)
  expect((await db.keptInvestors.toArray()).map(({ id }) => id)).toEqual(['rec4'])
  const before = requests.length
  await keepInvestors(db, ['rec4' as VcId], false)
  expect(requests).toHaveLength(before)
  await keepInvestors(db, ['rec4' as VcId], false, Date.now() + 25 * 60 * 60 * 1000)
  expect(requests).toHaveLength(before + 1)
})

function Profile({ id }: { id: string }) {
  const found = useListedInvestor(id as VcId)
  return <p>{found === undefined ? 'loading' : found === null ? 'not listed' : found === 'unreachable' ? found : found.name}</p>
}

test('an investor who is not on this device is read from the server', async () => {
  await renderInRouter(<Profile id="rec4" />)
  expect(await screen.findByText('Carl Elsewhere')).toBeTruthy()
})

test('an investor whom the server does not list is not found, and one that cannot be asked for is not said to be missing', async () => {
  await renderInRouter(<Profile id="recUnknown" />)
  expect(await screen.findByText('not listed')).toBeTruthy()
  cleanup()
  await act(() => setPhase('offline'))
  await renderInRouter(<Profile id="recNever" />)
  expect(await screen.findByText('unreachable')).toBeTruthy()
})
