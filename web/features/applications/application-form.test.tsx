import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#shared/accounts/contract.ts'
import { readDraft } from '#shared/applications/draft.ts'
import type { UploadOutcome } from '#shared/uploads/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { currentToast } from '#web/ui/toast.ts'
import { ApplicationForm } from './application-form.tsx'
import { isSubmitRequested, requestSubmit } from './submit-request.ts'

const upload = vi.hoisted(() => vi.fn<() => Promise<UploadOutcome>>())
vi.mock('#web/net/tab/upload.ts', () => ({ uploadPicture: () => upload }))

let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
})
afterEach(async () => {
  cleanup()
  sessionStorage.clear()
  upload.mockReset()
  vi.unstubAllGlobals()
  await db.delete()
})

const complete = {
  ...{ partnerName: 'Mary Lantern', position: 'General Partner', fundName: 'Lantern Partners', location: 'Lisbon, Portugal' },
  ...{ investmentTag: 'Web3', stage: ['Seed'], sectors: ['DeFi'], investmentThesis: 'Layers.', fundDescription: 'Small.' },
  ...{ bio: 'Built databases.', portfolioPerformance: '3.1x', email: 'mary@lantern.example' },
  ...{ meetingLink: 'https://calendly.com/mary-lantern', isVentureCapital: true },
}
const show = (draft: object, user: User | null = sampleUser({ userType: 'vc' }), onSubmitted = () => undefined, photo?: Blob) =>
  renderInRouter(
    <ApplicationForm
      db={db}
      user={user}
      kept={{ draft: readDraft(draft), photo }}
      past={undefined}
      renderCard={() => null}
      onSubmitted={onSubmitted}
      onPending={() => undefined}
    />,
  )
const choicesOf = (legend: string) =>
  [...screen.getByRole('group', { name: legend }).querySelectorAll('input')].map(({ value }) => value)

test('the form offers the specified stages and sectors', async () => {
  await show({})
  expect(choicesOf('Investment stages')).toEqual(['Angel', 'Pre-Seed', 'Seed', 'Series A', 'Series B+'])
  expect(choicesOf('Sectors')).toEqual([
    ...['AI/ML', 'DeFi', 'RWA', 'Stablecoins', 'Infrastructure', 'Supply Chain', 'Payments', 'Identity', 'DAO', 'Healthcare'],
    ...['Meme', 'Energy', 'Compute', 'SocialFi', 'Data', 'Education', 'Privacy'],
  ])
})

test('the weekly limit suggests ten and states that an empty field means five', async () => {
  await show({})
  expect(screen.getByLabelText('Weekly intro limit').getAttribute('placeholder')).toBe('10')
  expect(screen.getByText('Default: 5 a week.')).toBeTruthy()
})

test('an application that the server rejects shows the reason in a toast and beside the button', async () => {
  const message = 'Your account cannot apply at the moment.'
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ message, code: 'applications.refused' }), { status: 409 }))
  await show(complete)
  fireEvent.click(screen.getByRole('button', { name: 'Submit Application' }))
  await waitFor(() => expect(currentToast.get()).toMatchObject({ title: 'Error', description: message }))
  expect(screen.getByText(message)).toBeTruthy()
})

const ACCEPTED = {
  id: 'vc_1',
  fundName: 'Lantern Partners',
  partnerName: 'Mary Lantern',
  isVerified: false,
  reviewStatus: 'pending',
}
const acceptApplications = () => {
  const send = vi.fn(async (_path: string, _request: RequestInit) => new Response(JSON.stringify(ACCEPTED), { status: 200 }))
  vi.stubGlobal('fetch', send)
  return send
}

const mary = sampleUser({ email: 'mary@lantern.example' })

test('an application that a visitor submitted is sent once by itself after the sign-in', async () => {
  const send = acceptApplications()
  const onSubmitted = vi.fn()
  requestSubmit()
  await show(complete, sampleUser({ email: 'Mary@Lantern.example' }), onSubmitted)
  await waitFor(() => expect(onSubmitted).toHaveBeenCalledOnce())
  expect(send).toHaveBeenCalledOnce()
  expect(JSON.parse(String(send.mock.calls[0]?.[1].body))).toMatchObject({
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  expect(isSubmitRequested()).toBe(false)
})

test.each([
  ['Submit was not pressed', mary, false],
  ['the account is listed already', { ...mary, isApprovedInvestor: true }, true],
  ['another person has signed in on this device', sampleUser(), true],
  ['the visitor returned to the form without signing in', null, true],
])('an application is not sent by itself when %s', async (_, user, isRequested) => {
  const send = acceptApplications()
  if (isRequested) requestSubmit()
  await show(complete, user)
  // The effects have run. A form that is being sent names its button otherwise.
  await act(async () => undefined)
  expect(screen.getByRole('button', { name: 'Submit Application' })).toHaveProperty('disabled', false)
  expect(send).not.toHaveBeenCalled()
  if (!user) expect(isSubmitRequested()).toBe(false)
})

test.each([
  [
    'another address than the application',
    sampleUser(),
    /You signed in as ada@founders\.example, and the application says mary@/,
  ],
  ['an account that is listed', { ...mary, isApprovedInvestor: true }, /You are listed already/],
])('after a sign-in with %s, the form says why it is not sent yet', async (_, user, reason) => {
  acceptApplications()
  requestSubmit()
  await show(complete, user)
  expect((await screen.findByText('Not submitted yet')).closest('[role=alert]')?.textContent).toMatch(reason)
  expect(currentToast.get()).toMatchObject({ title: 'Not submitted yet', description: expect.stringMatching(reason) })
  expect(isSubmitRequested()).toBe(false)
})

const portrait = new Blob(['portrait'], { type: 'image/png' })
const LEFT = /Your picture couldn’t be uploaded/
/** It is disabled while a picture is uploaded. */
async function pressSubmit() {
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit Application' })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
}

test('an application waits for its picture: Submit uploads it first, and deletes it only once both are sent', async () => {
  const send = acceptApplications()
  const onSubmitted = vi.fn()
  upload.mockResolvedValue({ refusal: 'failed' })
  await db.drafts.put({ id: 'application', values: complete, photo: portrait, writtenAt: '2026-11-21T10:00:00.000Z' })
  await show(complete, mary, onSubmitted, portrait)
  await waitFor(() => expect(upload).toHaveBeenCalledOnce())
  await pressSubmit()
  expect(await screen.findByText(LEFT)).toBeTruthy()
  expect(upload).toHaveBeenCalledTimes(2)
  expect(send).not.toHaveBeenCalled()
  expect((await db.drafts.get('application'))?.photo).toBeTruthy()

  upload.mockResolvedValue({ url: 'https://pictures.example/portrait.webp' })
  await pressSubmit()
  await waitFor(() => expect(onSubmitted).toHaveBeenCalledOnce())
  expect(JSON.parse(String(send.mock.calls[0]?.[1].body))).toMatchObject({ logoUrl: 'https://pictures.example/portrait.webp' })
  expect(await db.drafts.count()).toBe(0)
})

test('an application that was to be sent after the sign-in says that its picture could not be uploaded', async () => {
  const send = acceptApplications()
  upload.mockResolvedValue({ refusal: 'failed' })
  requestSubmit()
  await show(complete, mary, undefined, portrait)
  expect(await screen.findByText(LEFT)).toBeTruthy()
  expect([isSubmitRequested(), send.mock.calls]).toEqual([false, []])
})

test('an application whose picture is removed is sent without it', async () => {
  const send = acceptApplications()
  const onSubmitted = vi.fn()
  upload.mockResolvedValue({ refusal: 'failed' })
  await show(complete, mary, onSubmitted, portrait)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove photo or logo' }))
  await pressSubmit()
  await waitFor(() => expect(onSubmitted).toHaveBeenCalledOnce())
  expect(send).toHaveBeenCalledOnce()
})

test('nothing can be typed while an application is sent, and after a refusal it can again', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  await show(complete, mary)
  const fields = screen.getByLabelText('Partner name').closest('fieldset')
  await pressSubmit()
  await waitFor(() => expect(fields?.disabled).toBe(true))
  answer.resolve(Response.json({ message: 'No.', code: 'applications.refused' }, { status: 409 }))
  await waitFor(() => expect(fields?.disabled).toBe(false))
})
