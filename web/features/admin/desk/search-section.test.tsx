import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdminRole } from '#shared/admin/rights.ts'
import type { DeskResults } from '#shared/admin/search.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { SearchSection } from './search-section.tsx'

const none = { items: [], hasMore: false }
const ada = {
  id: 'prn_1' as PrincipalId,
  name: 'Ada Member',
  email: 'ada@x.example',
  kind: 'account',
  userType: 'founder',
} as const
const EMPTY: DeskResults = { people: none, orders: none, bookings: none, investors: none, tickets: none }

let sent: string[]
let answer: () => Response
beforeEach(() => {
  sent = []
  answer = () => Response.json({ ...EMPTY, people: { items: [{ ...ada, isBanned: true }], hasMore: true } })
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    sent.push(`${path} ${body}`)
    return answer()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (self = 'usr_admin', roles: AdminRole[] = ['owner']) =>
  renderInRouter(<SearchSection self={self as UserId} roles={roles} />)
function search(text: string) {
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a customer' }), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
}

test('the query is sent in a body once it is complete, and each result leads to the page of its customer', async () => {
  await open()
  search('ada@x.example')
  const link = await screen.findByRole('link', { name: /Ada Member/ })
  expect(link.getAttribute('href')).toBe('/admin?person=prn_1')
  expect(screen.getByText('Banned')).toBeTruthy()
  expect(screen.getByText(/^There are more\./)).toBeTruthy()
  expect(sent).toEqual(['/api/admin/search {"query":"ada@x.example"}'])
})

test.each<[AdminRole, string]>([
  ['support', '/admin?investor=vc_1'],
  ['finance', '/admin?person=prn_1'],
])('the listing of an investor leads %s to %s', async (role, address) => {
  const listing = { id: 'vc_1', principalId: 'prn_1', name: 'Grace Hopper', fund: 'Navy', vcType: 'platform', isVerified: true }
  answer = () => Response.json({ ...EMPTY, investors: { items: [listing], hasMore: false } })
  await open(`usr_${role}`, [role])
  search('grace')
  expect((await screen.findByRole('link', { name: /Grace Hopper/ })).getAttribute('href')).toBe(address)
})

test('the results are there again on the way back, and not for another admin of this browser', async () => {
  await open('usr_first')
  search('ada')
  await screen.findByRole('link', { name: /Ada Member/ })
  cleanup()
  await open('usr_first')
  expect(screen.getByRole('link', { name: /Ada Member/ })).toBeTruthy()
  cleanup()
  await open('usr_second')
  expect(screen.queryByRole('link', { name: /Ada Member/ })).toBeNull()
})

test('a query that is too short is not sent; a failed one says why and keeps its text', async () => {
  await open('usr_third')
  search('a')
  expect(await screen.findByText('Enter at least 2 characters.')).toBeTruthy()
  expect(sent).toEqual([])
  answer = () => Response.json({ message: 'Too many attempts.', code: 'too-many-requests' }, { status: 429 })
  search('ada')
  await waitFor(() => expect(screen.getByText('Too many attempts.')).toBeTruthy())
  expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('ada')
  answer = () => Response.json(EMPTY)
  search('nobody')
  expect(await screen.findByText(/^Nothing found\./)).toBeTruthy()
})
