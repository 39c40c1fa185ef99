import { useLocation } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { forgetLinkToken, useLinkToken } from './use-link-token.ts'

afterEach(() => {
  cleanup()
  forgetLinkToken()
})

const Page = () => <p id="content">Token: {useLinkToken()}</p>

/** Mounts its page again as the frame of the app does when an account leaves the device. */
function Frame() {
  const { pathname } = useLocation()
  const [departures, depart] = useState(0)
  return (
    <>
      <button type="button" onClick={() => depart(departures + 1)}>
        Depart
      </button>
      {pathname !== '/' && <Page key={`${pathname} ${departures}`} />}
    </>
  )
}
const depart = () => fireEvent.click(screen.getByRole('button', { name: 'Depart' }))
const shown = () => screen.getByText(/^Token:/).textContent

test('a page that is mounted again when an account leaves the device still has the secret of its link', async () => {
  const { history } = await renderInRouter(<Frame />, '/reset-password#secret')
  expect(shown()).toBe('Token: secret')
  expect(history.location.href).toBe('/reset-password')
  for (const _ of [1, 2]) {
    depart()
    expect(shown()).toBe('Token: secret')
  }
})

test('another page does not get the secret, and neither does the same page once it was left', async () => {
  const { history } = await renderInRouter(<Frame />, '/reset-password#secret')
  await act(async () => history.push('/keep-email'))
  expect(shown()).toBe('Token: ')
  await act(async () => history.push('/reset-password'))
  expect(shown()).toBe('Token: ')
  await act(async () => history.push('/'))
  await act(async () => history.push('/reset-password#another'))
  expect(shown()).toBe('Token: another')
  await act(async () => history.push('/'))
  await act(async () => history.back())
  expect(shown()).toBe('Token: ')
})

test('a link that was used is forgotten', async () => {
  await renderInRouter(<Frame />, '/reset-password#secret')
  forgetLinkToken()
  depart()
  expect(shown()).toBe('Token: ')
})

test.each(['/reset-password#secret', '/reset-password'])(
  'another link to the page of %s, which is shown, loads it for that link',
  async (first) => {
    const { history } = await renderInRouter(<Frame />, first)
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    await act(async () => history.push('/reset-password#another'))
    expect(reload).toHaveBeenCalledOnce()
    // The page that is loaded reads it from the address.
    expect(history.location.href).toBe('/reset-password#another')
    reload.mockRestore()
  },
)

test('a jump to a part of the page neither loads it again nor loses its secret', async () => {
  const { history } = await renderInRouter(<Frame />, '/reset-password#secret')
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  await act(async () => history.push('/reset-password#content'))
  expect(reload).not.toHaveBeenCalled()
  depart()
  expect(shown()).toBe('Token: secret')
  reload.mockRestore()
})

test('the same link once more changes nothing', async () => {
  const { history } = await renderInRouter(<Frame />, '/reset-password#secret')
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  await act(async () => history.push('/reset-password#secret'))
  expect(reload).not.toHaveBeenCalled()
  expect(history.location.href).toBe('/reset-password')
  expect(shown()).toBe('Token: secret')
  reload.mockRestore()
})
