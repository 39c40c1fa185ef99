import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { AdminApplication } from '#shared/admin/applications.ts'
import { MAX_WAITING } from '#shared/admin/bounds.ts'
import { ApplicationsQueue } from './applications-queue.tsx'
import { ClaimNotice } from './claim-notice.tsx'

afterEach(cleanup)

const queue = { decide: async () => true, busyWith: undefined, ask: () => undefined }

/** A profile with the fields that the queue shows. */
const profile = (partnerName: string, about: Partial<AdminApplication>) =>
  ({
    ...{ id: partnerName, partnerName, fundName: 'Lantern Partners', stage: [], sectors: [], price: null, owner: null },
    ...{ reviewStatus: 'pending', isVerified: false, submittedAt: new Date().toISOString() },
    ...{ isActive: true, approvedAt: null, claim: null, revocations: [], isClaimRevoked: false },
    ...about,
  }) as unknown as AdminApplication

test('a pending profile is approved or rejected, a verified one revoked', () => {
  const applications = [profile('Mara Waits', {}), profile('Vera Listed', { isVerified: true, reviewStatus: 'approved' })]
  render(<ApplicationsQueue applications={applications} decide={async () => true} busyWith={undefined} ask={() => undefined} />)
  const buttonsOf = (name: string) =>
    within(screen.getByRole('article', { name }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  expect(buttonsOf('Mara Waits')).toEqual(expect.arrayContaining(['Approve', 'Reject']))
  expect(buttonsOf('Mara Waits')).not.toContain('Revoke Verification')
  expect(buttonsOf('Vera Listed')).toContain('Revoke Verification')
  expect(buttonsOf('Vera Listed')).not.toContain('Approve')
})

test('an application shows the record that it claims and earlier revocations, and an admin may lift a revocation', () => {
  const claim = { recordId: 'rec_1', name: 'Grace Listed', fund: 'Harbour Ventures', isTaken: false }
  const revocation = { revokedAt: '2026-03-01T12:00:00.000Z', liftedAt: null, reason: 'It was not her.', isSameOwner: true }
  const about = { recordId: 'rec_1', recordName: 'Grace Listed', ...revocation }
  const applications = [
    profile('Mara Waits', { claim, isClaimRevoked: true, revocations: [about] } as Partial<AdminApplication>),
    profile('Nora Edited', { approvedAt: '2026-03-01T12:00:00.000Z' }),
  ]
  render(<ApplicationsQueue applications={applications} decide={async () => true} busyWith={undefined} ask={() => undefined} />)
  const mara = within(screen.getByRole('article', { name: 'Mara Waits' }))
  expect(mara.getByText('Revoked before')).toBeTruthy()
  expect(mara.getByRole('button', { name: 'Lift the revocation of Mara Waits' })).toBeTruthy()
  expect(
    within(screen.getByRole('article', { name: 'Nora Edited' })).getByRole('button', { name: 'Revoke Nora Edited' }),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Lift the revocation of Nora Edited' })).toBeNull()
  cleanup()
  render(<ClaimNotice vc={applications[0] as AdminApplication} />)
  expect(screen.getByText(/Grace Listed, Harbour Ventures/).textContent).toContain('The claim is revoked')
  expect(screen.getByText(/a claim to Grace Listed of this owner/).textContent).toContain('It was not her.')
})

test('revoking a pending profile that was approved before does not promise to remove it from the listing', () => {
  const wasApproved = { approvedAt: '2026-03-01T12:00:00.000Z' }
  const applications = [
    profile('Nora Edited', wasApproved),
    profile('Vera Listed', { ...wasApproved, isVerified: true, reviewStatus: 'approved' }),
  ]
  const asked: { text: ReactNode }[] = []
  render(<ApplicationsQueue applications={applications} {...queue} ask={(question) => asked.push(question)} />)
  expect(within(screen.getByRole('article', { name: 'Nora Edited' })).getByText('Approved before')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Nora Edited' }))
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Verification of Vera Listed' }))
  expect(asked.map(({ text }) => text)).toEqual([
    expect.stringContaining('They were approved before, and are not listed now.'),
    expect.stringContaining('They are removed from the listing immediately.'),
  ])
})

test('a profile that was emptied is not approved, and its revocation can be lifted', () => {
  const about = { isActive: false, isClaimRevoked: true, reviewStatus: 'revoked' } as const
  render(<ApplicationsQueue applications={[profile('Former investor', about)]} {...queue} />)
  const emptied = within(screen.getByRole('article', { name: 'Former investor' }))
  expect(emptied.queryByRole('button', { name: 'Approve Former investor' })).toBeNull()
  expect(emptied.getByRole('button', { name: 'Lift the revocation of Former investor' })).toBeTruthy()
})

test('a list that the server has truncated shows that, also while it is searched', () => {
  const applications = Array.from({ length: MAX_WAITING }, (_, at) => profile(`Waits ${at}`, {}))
  const { rerender } = render(<ApplicationsQueue applications={applications} {...queue} />)
  const more = () => screen.queryByText(/Only 100 shown/)
  expect(more()).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Waits 7' } })
  expect(more()).toBeTruthy()
  rerender(<ApplicationsQueue applications={applications.slice(1)} {...queue} />)
  expect(more()).toBeNull()
})
