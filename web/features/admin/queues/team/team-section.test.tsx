import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TeamMember } from '#shared/admin/team.ts'
import type { UserId } from '#shared/ids.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { TeamSection } from './team-section.tsx'

const self = 'usr_self' as UserId
const member = (about: Partial<TeamMember>): TeamMember => ({
  ...{ id: self, name: 'Sam Okafor', email: 'sam@x.example', roles: ['owner'], isListed: true, lacks: null },
  ...about,
})
const ada = member({ id: 'usr_ada' as UserId, name: 'Ada Member', email: 'ada@x.example', roles: ['support'], isListed: false })

/** The server, with the requests that changed something. */
function stubTeam(members: TeamMember[]) {
  const changes: [method: string, path: string, body: unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ members })
    changes.push([method, path, JSON.parse(String(body))])
    return Response.json(ada)
  })
  return changes
}

const settle: Settle = (_, work) =>
  work(undefined).then(
    () => true,
    () => false,
  )
const open = () => render(<TeamSection self={self} settle={settle} busyWith={undefined} />)

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an owner changes the roles of a person: the request names what the owner saw', async () => {
  const changes = stubTeam([member({}), ada])
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Change roles of Ada Member' }))
  const form = within(screen.getByRole('form', { name: 'Roles of Ada Member' }))
  fireEvent.click(form.getByRole('checkbox', { name: /^Finance/ }))
  fireEvent.click(form.getByRole('button', { name: 'Save roles' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Roles of Ada Member' })).toBeNull())
  expect(changes).toEqual([['PATCH', '/api/admin/team/usr_ada', { roles: ['support', 'finance'], seen: ['support'] }]])
})

test('a person is removed after a question only, and no form saves an account without a role', async () => {
  const changes = stubTeam([member({}), ada])
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Change roles of Ada Member' }))
  fireEvent.click(within(screen.getByRole('form')).getByRole('checkbox', { name: /^Support/ }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save roles' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove Ada Member' }))
  expect(changes).toEqual([])
  const dialog = await screen.findByRole('dialog', { name: 'Remove Ada Member from the team?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(changes).toEqual([['PATCH', '/api/admin/team/usr_ada', { roles: [], seen: ['support'] }]]))
})

test('an address of the configuration has no controls, and a person who cannot act yet is marked', async () => {
  stubTeam([member({}), { ...ada, lacks: 'two-factor' }])
  open()
  expect(await screen.findByText('Owner by the configuration of the server.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Sam Okafor/ })).toBeNull()
  expect(screen.getByText(/Has no authenticator app yet/)).toBeTruthy()
})
