import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import { type Switch, switchedOffTexts } from '#shared/switches/contract.ts'
import { guestDevice } from '#tests/support/guest-device.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { SignUpForm } from '#web/features/accounts/auth/sign-up-form.tsx'
import { ApplicationPage } from '#web/features/applications/application-page.tsx'
import BookingDialog from '#web/features/bookings/booking/booking-dialog.tsx'
import { FundPage } from '#web/features/cold-scout/fund-page.tsx'
import { EarlyAccess } from '#web/features/newsletter/early-access.tsx'
import { NewsletterSwitch } from '#web/features/newsletter/newsletter-switch.tsx'
import { nothingYet } from '#web/features/projects/editor/mutations.ts'
import { Publication } from '#web/features/projects/editor/publication.tsx'
import { SetupPage } from '#web/features/projects/editor/setup-page.tsx'
import { ProjectPayment } from '#web/features/publishing/project-payment.tsx'
import { UnlockOffer } from '#web/features/unlocks/unlock-offer.tsx'

guestDevice({ '/api/newsletter': { isOn: false } })

const config = { stripe: { isSandbox: true, publishableKey: 'pk' }, homeVariant: 'a', headerVariant: 'login' }
const nothing = () => undefined
const never = async () => undefined
const fund = { id: 'cold_1', fundName: 'Quiet Capital', fundSlug: 'quiet', decisionMakers: [] } as unknown as ColdFund
const investor = sampleInvestor()
const draft = { own: nothingYet, isWaiting: false, isFirstPull: false, refused: [], clientId: 'laptop' }

const offer = (email: string | undefined) => (
  <UnlockOffer
    {...{ investor, email, isOffline: false, isSettingUp: false, problem: undefined, onUnlock: nothing, saveForLater: null }}
  />
)
const booking = (email: string) => (
  <BookingDialog
    {...{ investor, onClose: nothing, isOffline: true, person: { name: '', email }, syncNow: nothing }}
    {...{ onUnlockInstead: nothing, saveForLater: null, note: null }}
  />
)
const fundPage = (isGuest: boolean) => <FundPage {...{ fund, owned: [], isOffline: true, isGuest, onUnlock: nothing }} />

const screens: [name: string, Switch, () => ReactNode][] = [
  ['sign-up form', 'sign-up', () => <SignUpForm defaultType="founder" onSignedIn={never} />],
  ['unlock of a guest', 'guest-checkout', () => offer(undefined)],
  ['booking of a guest', 'guest-checkout', () => booking('')],
  ['fund of a guest', 'guest-checkout', () => fundPage(true)],
  ['booking', 'bookings', () => booking('ada@harbour.example')],
  ['fund', 'cold-scout', () => fundPage(false)],
  ['project form', 'scout-publishing', () => <SetupPage draft={draft} accountEmail="ada@x.example" isOnline />],
  [
    'payment of a project',
    'scout-publishing',
    () => <ProjectPayment isPublished={false} isOffline syncNow={nothing} onPublished={nothing} />,
  ],
  [
    'withdrawn project',
    'scout-publishing',
    () => <Publication own={{ ...nothingYet, projectId: 'prj_1' as never, canPutBack: true }} isOnline isWaiting={false} />,
  ],
  ['application', 'applications', () => <ApplicationPage user={null} onSignOut={nothing} renderCard={() => null} />],
  ['switch of the newsletter', 'newsletter', () => <NewsletterSwitch user={{ emailVerified: true }} />],
]

beforeEach(async () => {
  // A screen that opens a minute after the last request asks the server again: its reply would replace what a test has stored.
  const answer = fetch
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/config') throw new TypeError('no network')
    return answer(path)
  })
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: nothing, removeEventListener: nothing }))
  vi.stubGlobal('scrollTo', nothing)
  await directoryDb.setMeta('config', config)
})

test.each(screens)(
  'the %s says beforehand that %s is off, from what the server sent last, and not while it is on',
  async (...row) => {
    const [, feature, page] = row
    await renderInRouter(page())
    expect(screen.queryByText(switchedOffTexts[feature])).toBeNull()
    await directoryDb.setMeta('config', { ...config, off: { [feature]: switchedOffTexts[feature] } })
    expect(await screen.findByText(switchedOffTexts[feature])).toBeTruthy()
    await directoryDb.setMeta('config', config)
    await waitFor(() => expect(screen.queryByText(switchedOffTexts[feature])).toBeNull())
  },
)

test.each([
  ['an unlock', () => offer('ada@harbour.example')],
  ['a booking', () => booking('ada@harbour.example')],
  ['a fund', () => fundPage(false)],
])('%s of an account says nothing about guest checkout', async (_, page) => {
  const off = { 'guest-checkout': switchedOffTexts['guest-checkout'], bookings: 'Calls are off.', 'cold-scout': 'Names are off.' }
  await directoryDb.setMeta('config', { ...config, off })
  await renderInRouter(
    <>
      {booking('ada@harbour.example')}
      {page()}
    </>,
  )
  expect((await screen.findAllByText('Calls are off.')).length).toBeGreaterThan(0)
  expect(screen.queryByText(switchedOffTexts['guest-checkout'])).toBeNull()
})

test('an unlock promises that no account is needed only while that is so', async () => {
  await renderInRouter(offer(undefined))
  expect(screen.getByText('7-day money-back guarantee. No account needed.')).toBeTruthy()
  await directoryDb.setMeta('config', { ...config, off: { 'guest-checkout': 'No.' } })
  expect(await screen.findByText('7-day money-back guarantee.')).toBeTruthy()
})

test('the newsletter popup does not open while the newsletter is off', async () => {
  await directoryDb.setMeta('config', { ...config, off: { newsletter: 'No.' } })
  await renderInRouter(
    <>
      <EarlyAccess isDeferred={false} />
      <NewsletterSwitch user={{ emailVerified: true }} />
    </>,
  )
  await screen.findByText('No.')
  expect(screen.queryByRole('dialog', { name: 'Early access' })).toBeNull()
  await directoryDb.setMeta('config', config)
  expect(await screen.findByRole('dialog', { name: 'Early access' })).toBeTruthy()
})
