import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { AdminVc } from '#shared/review/applications.ts'
import { ApplicationsQueue } from './applications-queue.tsx'

afterEach(cleanup)

/** What the queue shows of a profile. */
const profile = (partnerName: string, about: Partial<AdminVc>) =>
  ({
    ...{ id: partnerName, partnerName, fundName: 'Lantern Partners', stage: [], sectors: [], price: null, owner: null },
    ...{ reviewStatus: 'pending', isVerified: false, submittedAt: new Date().toISOString() },
    ...about,
  }) as unknown as AdminVc

test('a pending profile is approved or rejected, a verified one revoked', () => {
  const vcs = [profile('Mara Waits', {}), profile('Vera Listed', { isVerified: true, reviewStatus: 'approved' })]
  render(<ApplicationsQueue vcs={vcs} decide={async () => true} busyWith={undefined} ask={() => undefined} />)
  const buttonsOf = (name: string) =>
    within(screen.getByRole('article', { name }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  expect(buttonsOf('Mara Waits')).toEqual(expect.arrayContaining(['Approve', 'Reject']))
  expect(buttonsOf('Mara Waits')).not.toContain('Revoke Verification')
  expect(buttonsOf('Vera Listed')).toContain('Revoke Verification')
  expect(buttonsOf('Vera Listed')).not.toContain('Approve')
})
