import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDraft } from '#shared/applications/draft.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { currentToast } from '#web/ui/toast.ts'
import { ApplicationForm } from './application-form.tsx'

let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await db.delete()
})

const complete = {
  ...{ partnerName: 'Mary Lantern', position: 'General Partner', fundName: 'Lantern Partners', location: 'Lisbon, Portugal' },
  ...{ investmentTag: 'Web3', stage: ['Seed'], sectors: ['DeFi'], investmentThesis: 'Layers.', fundDescription: 'Small.' },
  ...{ bio: 'Built databases.', portfolioPerformance: '3.1x', email: 'mary@lantern.example' },
  ...{ meetingLink: 'https://calendly.com/mary-lantern', isVentureCapital: true },
}
const show = (draft: object) =>
  renderInRouter(
    <ApplicationForm
      db={db}
      user={sampleUser({ userType: 'vc' })}
      kept={{ draft: readDraft(draft), photo: undefined }}
      past={undefined}
      renderCard={() => null}
      onSubmitted={() => undefined}
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
  expect(screen.getByText('Left empty, you take 5 a week.')).toBeTruthy()
})

test('an application that the server rejects shows the reason in a toast and beside the button', async () => {
  const message = 'Your account cannot apply at the moment.'
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ message, code: 'applications.refused' }), { status: 409 }))
  await show(complete)
  fireEvent.click(screen.getByRole('button', { name: 'Submit Application' }))
  await waitFor(() => expect(currentToast.get()).toMatchObject({ title: 'Error', description: message }))
  expect(screen.getByText(message)).toBeTruthy()
})
