import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { useColdFund, useColdFunds } from '#web/features/directory/funds-and-projects.ts'

beforeEach(() => Promise.all(directoryDb.tables.map((table) => table.clear())))
afterEach(cleanup)

const fund = (fundSlug: string) =>
  ({ id: `cold_${fundSlug}`, fundName: fundSlug, fundSlug, decisionMakers: [] }) as unknown as ColdFund
const part = (key: string, ...funds: ColdFund[]) => ({
  key,
  text: JSON.stringify({ put: { coldFunds: funds } }),
  size: funds.length,
})

test('a fund is reported missing once the whole directory is loaded, and not while its chunk is still loading', async () => {
  const quiet = renderHook(() => ({ quiet: useColdFund('quiet'), gone: useColdFund('gone'), funds: useColdFunds() }))
  await directoryDb.parts.add(part('one', fund('loud')))
  await directoryDb.setMeta('directory', { epoch: 'e', parts: ['one'], base: 'b', isComplete: false, revision: 0 })
  await waitFor(() => expect(quiet.result.current.funds).toHaveLength(1))
  expect(quiet.result.current.quiet).toBeUndefined()
  expect(quiet.result.current.gone).toBeUndefined()

  await directoryDb.parts.add(part('two', fund('quiet')))
  await directoryDb.setMeta('directory', { epoch: 'e', parts: ['one', 'two'], base: 'b', isComplete: true, revision: 0 })
  await waitFor(() => expect(quiet.result.current.quiet?.fundName).toBe('quiet'))
  expect(quiet.result.current.gone).toBeNull()
})
