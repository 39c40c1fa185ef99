import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { directoryDb, setPrivateDb } from '#web/db/tab/databases.ts'
import { acceptStoredStatus } from '#web/sync/tab/use-sync-status.ts'
import { MovedInvestor } from './moved-investor.tsx'

const [FROM, INTO] = ['recFrom' as VcId, 'recInto' as VcId]

let db: PrivateDatabase
/** The investor that the server returns for the id that is asked for. */
let found: VcId[]
let requests: number
beforeEach(async () => {
  found = []
  requests = 0
  vi.stubGlobal('fetch', async () => {
    requests += 1
    return Response.json({ investors: found.map((id) => sampleInvestor({ id })) })
  })
  db = new PrivateDatabase('guest', `life-${Math.random()}`)
  await db.open()
  setPrivateDb(db)
  await setPhase('idle')
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  setPrivateDb(undefined)
  await db.delete()
})

async function setPhase(kind: 'idle' | 'offline') {
  await directoryDb.setMeta('phase', kind === 'idle' ? { kind } : { kind, since: '2027-01-04T10:00:00.000Z' })
  acceptStoredStatus()
}

const open = () =>
  renderInRouter(
    <MovedInvestor id={FROM} to="/vc/$id" loading="Loading">
      Not found
    </MovedInvestor>,
  )

test('a link to a record that was merged opens the one that stays, as the server says', async () => {
  found = [INTO]
  const { history } = await open()
  await waitFor(() => expect(history.location.pathname).toBe(`/vc/${INTO}`))
})

test('a buyer opens it without a network', async () => {
  await setPhase('offline')
  await db.contacts.put({ ...sampleContact({ id: INTO, formerIds: [FROM] }), version: 1 })
  const { history } = await open()
  await waitFor(() => expect(history.location.pathname).toBe(`/vc/${INTO}`))
  expect(requests).toBe(0)
})

test.each(['idle', 'offline'] as const)('any other id is not found (%s)', async (phase) => {
  await setPhase(phase)
  const { history } = await open()
  expect(await screen.findByText('Not found')).toBeTruthy()
  expect(history.location.pathname).toBe('/')
})
