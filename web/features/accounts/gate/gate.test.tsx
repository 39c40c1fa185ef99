import { useLocation } from '@tanstack/react-router'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { UserType } from '#shared/accounts/user-type.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { keepSignUpType } from '#web/features/accounts/auth/auth-search.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { Gate } from './gate.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

function Page({ userType }: { userType: UserType }) {
  const { pathname } = useLocation()
  return (
    <>
      <p>At {pathname}</p>
      <Gate user={sampleUser({ userType, firstName: null, lastName: null, profileCompleted: false })}>Page</Gate>
    </>
  )
}

test.each<[userType: UserType, kept: UserType | undefined, next: string]>([
  ['founder', undefined, '/project-setup'],
  ['vc', undefined, '/vc-signup'],
  ['angel', undefined, '/'],
  ['founder', 'vc', '/vc-signup'],
  ['vc', 'angel', '/'],
  ['angel', 'founder', '/project-setup'],
])('after the names gate a %s who chose %s is led to %s', async (userType, kept, next) => {
  if (kept) keepSignUpType(kept)
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(sampleUser({ userType })), { status: 200 }))
  await renderInRouter(<Page userType={userType} />, '/complete-profile')
  fireEvent.change(await screen.findByLabelText('First name'), { target: { value: 'Ada' } })
  fireEvent.change(screen.getByLabelText('Last name'), { target: { value: 'Okafor' } })
  fireEvent.click(screen.getByRole('button', { name: 'Complete Profile' }))
  expect(await screen.findByText(`At ${next}`)).toBeTruthy()
})
