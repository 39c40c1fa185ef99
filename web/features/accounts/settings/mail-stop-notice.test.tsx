import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { MailStopNotice } from './mail-stop-notice.tsx'

let calls: string[] = []
beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path)
    return Response.json(path.endsWith('resume-mail') ? sampleUser() : { success: true })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const show = (kind?: string, about: object = {}) => {
  const mailStop = kind && { mailStop: { kind, since: '2026-11-20T10:00:00.000Z' } }
  render(
    <>
      <MailStopNotice user={{ ...sampleUser(), emailVerified: true, ...mailStop, ...about }} />
      <Toaster />
    </>,
  )
}

/** A toast of an earlier test has a button as well. */
const actions = () => within(screen.getByRole('note')).queryAllByRole('button')

test('an account that gets all mails sees nothing', () => {
  show()
  expect(screen.queryByRole('note')).toBeNull()
})

test('where mails came back, the notice says since when, and mails a link', async () => {
  show('hard-bounce')
  expect(screen.getByRole('note').textContent).toMatch(/don’t reach you.*came back on .*2026.*security alerts/)
  fireEvent.click(screen.getByRole('button', { name: 'Email me a link to confirm it' }))
  expect(await screen.findByText('Link sent')).toBeTruthy()
  expect(calls).toEqual(['/api/auth/send-verification'])
})

test('after a complaint a switch turns the mails on again', async () => {
  show('complaint')
  fireEvent.click(screen.getByRole('button', { name: 'Send me emails again' }))
  await waitFor(() => expect(calls).toEqual(['/api/auth/resume-mail']))
})

test.each(['manual', 'a kind of a later release'])('a stop of kind %s has no button', (kind) => {
  show(kind)
  expect(screen.getByRole('note').textContent).toContain('Contact support')
  expect(actions()).toEqual([])
})

test('an unconfirmed address has the link of its own notice', () => {
  show('hard-bounce', { emailVerified: false })
  expect(screen.getByRole('note').textContent).toContain('came back')
  expect(actions()).toEqual([])
})

test('without a network the notice is shown, and its button says that it needs one', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show('hard-bounce')
  expect(actions()).toMatchObject([{ disabled: true }])
  expect(screen.getByText(/^You’re offline/)).toBeTruthy()
})
