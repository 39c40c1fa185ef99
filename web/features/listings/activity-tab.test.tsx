import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import type { RequestReceived } from '#shared/listings/activity.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { InvestorActivityTab } from './activity-tab.tsx'

const request = (over: Partial<RequestReceived>): RequestReceived => ({
  id: 'req1',
  vcId: 'vc_1' as VcId,
  founderName: 'Noor Haddad',
  projectName: 'Acme',
  requestType: 'unlock',
  status: 'paid',
  createdAt: '2026-11-19T10:00:00.000Z',
  ...over,
})

let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

test.each<[Partial<RequestReceived>, badge: string, note: RegExp, leadsToEarnings: boolean]>([
  [{ status: 'paid' }, 'Unlocked', /paid and has your contact details/, true],
  [{ status: 'refunded' }, 'Refunded', /payment was returned/, true],
  [{ status: 'disputed' }, 'Disputed', /on hold until it is decided/, true],
  [{ status: 'processing' }, 'Paying', /still processing/, false],
  [{ requestType: 'intro', status: 'pending' }, 'Introduction requested', /asked our team for an introduction/, false],
])('the row of a request (%o) opens to what its status means', async (over, badge, note, leadsToEarnings) => {
  await db.requestsReceived.put({ ...request(over), version: 1 })
  await renderInRouter(<InvestorActivityTab renderReply={() => null} />)
  const name = await screen.findByText('Noor Haddad')
  const row = name.closest('details')
  expect(row?.open).toBe(false)
  expect(row?.querySelector('summary')?.textContent).toContain(badge)
  fireEvent.click(name)
  expect(row?.open).toBe(true)
  expect(row?.textContent).toMatch(note)
  expect(row?.querySelector('a[href="/earnings"]') !== null).toBe(leadsToEarnings)
})
