import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { useBrowse } from './use-browse.ts'

const LISTS = { stages: ['All', 'Seed'], sectors: ['All'] }

test('a term of the address that no investor has is dropped, and at no time is it reported that no investor matches', async () => {
  await directoryDb.parts.put({ key: 'part', text: JSON.stringify({ put: { investors: [sampleInvestor()] } }), size: 1 })
  await directoryDb.setMeta('directory', { epoch: 'e', parts: ['part'], base: 'part', isComplete: true, revision: 0 })
  const address = { stage: 'Bogus' }
  const seen: unknown[] = []
  const { result } = renderHook(() => {
    const browse = useBrowse(address, LISTS, [])
    seen.push(browse.search && { isComplete: browse.search.isComplete, total: browse.search.total })
    return browse
  })
  await waitFor(() => expect(result.current.search).toMatchObject({ isComplete: true, total: 1 }))
  expect(result.current.filters.stage).toBeUndefined()
  expect(seen).not.toContainEqual({ isComplete: true, total: 0 })
})
