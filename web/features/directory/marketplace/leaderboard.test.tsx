import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { Leaderboard } from './leaderboard.tsx'

beforeEach(() => Promise.all(directoryDb.tables.map((table) => table.clear())))
afterEach(cleanup)

/** Simulates a pull of the public lane: investors, and the number of requests for each. */
async function applyPull(listed: [investor: Partial<Investor>, totalRequests: number][]) {
  const investors = listed.map(([about], at) => sampleInvestor({ id: `rec${at}` as VcId, ...about }))
  const stats = listed.map(([, totalRequests], at) => ({
    id: investors[at]?.id,
    totalRequests,
    topTag: 'DeFi',
    rank: totalRequests >= 10 ? at + 1 : null,
  }))
  const text = JSON.stringify({ put: { investors, stats } })
  await directoryDb.parts.add({ key: 'one', text, size: listed.length })
  await directoryDb.setMeta('directory', { epoch: 'e', parts: ['one'], base: 'b', isComplete: true, revision: 0 })
}

test('the leaderboard has three places, and links to each investor by the page that shows them', async () => {
  await applyPull([
    [{ name: 'Ann Listed', vcType: 'airtable' }, 18],
    [{ name: 'Bo Platform', vcType: 'platform' }, 14],
    [{ name: 'Cy Unverified', vcType: 'airtable', isVerified: false }, 11],
    [{ name: 'Di Fourth', vcType: 'airtable' }, 10],
    [{ name: 'Ed Below', vcType: 'airtable' }, 9],
  ])
  await renderInRouter(<Leaderboard />)
  const places = await screen.findAllByRole('link')
  expect(places.map((place) => place.getAttribute('href'))).toEqual(['/investor/rec0', '/vc/rec1', '/vc/rec2'])
  expect(places.map(({ textContent }) => /(\d+) requests/.exec(textContent ?? '')?.[1])).toEqual(['18', '14', '11'])
  expect(screen.getByRole('heading', { name: 'Top 3' })).toBeTruthy()
  expect(screen.getAllByText('Top 3 VC')).toHaveLength(3)
  expect(screen.getByText('By founder demand in the last 30 days. 10 requests needed to enter.')).toBeTruthy()
})
