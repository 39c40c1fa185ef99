import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import * as celebration from '#web/ui/confetti.ts'
import { currentToast } from '#web/ui/toast.ts'
import { AuthenticationRequired } from './not-to-pay.tsx'
import { ProjectPayment } from './project-payment.tsx'
import { ScoutResult } from './scout-result.tsx'

let answer: () => Promise<Response>
beforeEach(() => {
  vi.stubGlobal('fetch', () => answer())
  vi.spyOn(celebration, 'celebrate').mockResolvedValue()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const nothing = () => undefined
const linked = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const json = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status })

test('a paid project shows a success page with the next steps', async () => {
  answer = json(200, { success: true })
  await renderInRouter(<ScoutResult sessionId="cs_1" syncNow={nothing} />)
  expect(screen.getByRole('heading', { name: 'Processing Your Payment...' })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Project Published Successfully!' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'What happens next' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(2)
  expect([linked('View the marketplace'), linked('Back to Home')]).toEqual(['/scout', '/'])
  await waitFor(() => expect(celebration.celebrate).toHaveBeenCalledOnce())
  expect(currentToast.get()).toMatchObject({
    title: 'Project Published!',
    description: 'Your project is now live on the Scout marketplace!',
  })
})

test.each([
  [undefined, json(200, {}), 'No payment session found.'],
  ['cs_1', json(200, { success: false }), 'Failed to publish project. Please contact support.'],
  ['cs_1', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to verify payment. Please contact support.'],
])('with the session %s and that answer the page shows why nothing is published: %#', async (sessionId, reply, sentence) => {
  answer = reply
  await renderInRouter(<ScoutResult sessionId={sessionId} syncNow={nothing} />)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Payment Failed' })).toBeTruthy()
  expect([linked('Try Again'), linked('Contact Support')]).toEqual(['/project-setup', '/support'])
  expect(celebration.celebrate).not.toHaveBeenCalled()
})

test('the page of the $49 payment shows its price, and links to the form and to the other ways to publish', async () => {
  answer = json(409, { message: 'Please save your project first.', code: 'publishing.no-draft' })
  await renderInRouter(<ProjectPayment isPublished={false} isOffline={false} syncNow={nothing} onPublished={nothing} />)
  expect(screen.getByRole('heading', { name: 'Make Your Project Visible' })).toBeTruthy()
  expect(screen.getByText('$49.00')).toBeTruthy()
  expect(linked('Cancel')).toBe('/project-setup')
  expect(linked('Apply as an investor')).toBe('/vc-signup')
  expect(linked('Sign in with another')).toBe('/auth?next=%2Fproject-payment')
  await waitFor(() => expect(screen.getByText('Please save your project first.')).toBeTruthy())
})

test('signed out, the page of the $49 payment asks to log in, and returns afterwards', async () => {
  await renderInRouter(<AuthenticationRequired />)
  expect(screen.getByRole('heading', { name: 'Authentication Required' })).toBeTruthy()
  expect(linked('Log In')).toBe('/auth?next=%2Fproject-payment')
})
