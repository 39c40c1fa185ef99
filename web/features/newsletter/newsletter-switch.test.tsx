import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NewsletterSwitch } from './newsletter-switch.tsx'

let sent: unknown[] = []
let isOn = false
beforeEach(() => {
  sent = []
  isOn = true
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      sent.push(JSON.parse(String(init.body)))
      isOn = (sent.at(-1) as { isOn: boolean }).isOn
    }
    return Response.json({ isOn })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const theSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Newsletter, by email' })

test('the switch shows what the server knows, and changes it', async () => {
  render(<NewsletterSwitch user={{ emailVerified: true }} />)
  await waitFor(() => expect([theSwitch().checked, theSwitch().disabled]).toEqual([true, false]))
  fireEvent.click(theSwitch())
  await waitFor(() => expect([theSwitch().checked, theSwitch().disabled]).toEqual([false, false]))
  expect(sent).toEqual([{ isOn: false }])
})

test('a change that does not reach the server leaves the switch as it was', async () => {
  render(<NewsletterSwitch user={{ emailVerified: true }} />)
  await waitFor(() => expect(theSwitch().disabled).toBe(false))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  fireEvent.click(theSwitch())
  await waitFor(() => expect(theSwitch().disabled).toBe(false))
  expect(theSwitch().checked).toBe(true)
})

test.each([
  ['without a network', true, false, 'You need a network to see or change this.'],
  ['before the address is confirmed', false, true, 'Confirm your email address first.'],
])('%s the switch is disabled, and the reason is shown', async (_, emailVerified, online, reason) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  render(<NewsletterSwitch user={{ emailVerified }} />)
  expect(theSwitch().disabled).toBe(true)
  expect(screen.getByText(reason).id).toBe(theSwitch().getAttribute('aria-describedby'))
})
