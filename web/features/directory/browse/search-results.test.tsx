import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Investor } from '#shared/directory/contract.ts'
import { FIRST_PART } from '#shared/directory/first-part.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { acceptStoredStatus } from '#web/sync/tab/use-sync-status.ts'
import { SearchResults } from './search-results.tsx'
import { useBrowse } from './use-browse.ts'

const named = (name: string) => sampleInvestor({ id: `rec${name}` as Investor['id'], name })

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

const LISTS = { stages: [], sectors: [] }
function List() {
  const browse = useBrowse({}, LISTS, undefined)
  return (
    <SearchResults
      browse={browse}
      savedCount={0}
      onChange={() => undefined}
      skeleton={<p role="status" aria-label="Loading investors" />}
      index={() => null}
      sections={[{ id: 'all', investors: browse.search?.items ?? [] }]}
      isRegister
      renderCard={(one: Investor) => <article key={one.id}>{one.name}</article>}
    />
  )
}

const setPhase = async (kind: 'idle' | 'offline') => {
  await directoryDb.setMeta('phase', kind === 'idle' ? { kind } : { kind, since: '2027-01-04T10:00:00.000Z' })
  await act(async () => acceptStoredStatus())
}
const loading = () => screen.queryByRole('status', { name: 'Loading investors' })

test('a list that begins with what its page has shows that more is loading, unless the device is offline', async () => {
  const part = JSON.stringify({ investors: [named('Abe')], totals: [] })
  document.head.innerHTML = `<script data-page id="${FIRST_PART}" type="application/json">${part}</script>`
  await renderInRouter(<List />)
  expect(screen.getByRole('article').textContent).toBe('Abe')
  expect(loading()).toBeTruthy()

  await setPhase('offline')
  await expect.poll(loading).toBeNull()
  await setPhase('idle')
  await expect.poll(loading).toBeTruthy()

  const text = JSON.stringify({ put: { investors: [named('Zed')] } })
  await directoryDb.parts.put({ key: 'best', text, size: 1 })
  await directoryDb.setMeta('directory', { epoch: 'e', parts: ['best'], base: 'b', isComplete: false, revision: 0 })
  await expect.poll(() => screen.getAllByRole('article').map(({ textContent }) => textContent)).toEqual(['Abe', 'Zed'])
  expect(loading()).toBeNull()
})
