import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { forgetInTab, PROFILE_REQUEST } from '#web/net/tab/kept-in-tab.ts'
import { forgetLinkToken } from '#web/ui/use-link-token.ts'
import { ProfileRequestPage } from './profile-request-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  forgetInTab()
  forgetLinkToken()
})

test('the page still has its link when an account leaves the device, and stores it again only on the way to the sign-in', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    asked.push(JSON.parse(String(body)))
    return new Response(JSON.stringify({ kind: 'claim', name: 'Ada' }))
  })
  const { unmount } = await renderInRouter(<ProfileRequestPage user={null} />, '/profile-request#secret')
  expect(sessionStorage.getItem(PROFILE_REQUEST)).toBe('secret')
  forgetInTab()
  unmount()

  await renderInRouter(<ProfileRequestPage user={null} />, '/profile-request')
  const signIn = await screen.findByRole('link', { name: 'Sign up or sign in to continue' })
  expect(asked).toEqual([{ token: 'secret' }, { token: 'secret' }])
  expect(sessionStorage.getItem(PROFILE_REQUEST)).toBeNull()
  fireEvent.click(signIn)
  expect(sessionStorage.getItem(PROFILE_REQUEST)).toBe('secret')
})
