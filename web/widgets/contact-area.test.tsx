import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Investor } from '#shared/directory/contract.ts'
import { dayAhead } from '#shared/listings/pause.ts'
import { cents } from '#shared/money.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { InvestorProfile } from '#web/features/directory/investor/investor-profile.tsx'
import { ContactArea } from './contact-area.tsx'
import { InvestorSocials } from './investor-socials.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const nothing = () => undefined
const locked = { contact: null, isOffline: false, onUnlock: nothing, onBook: nothing, paymentIntentId: undefined }

test('a verified investor without a meeting link is locked behind Connect', async () => {
  await renderInRouter(<ContactArea {...locked} investor={sampleInvestor()} />)
  expect(screen.getByRole('heading', { name: 'Contact Information Locked' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Connect - $25' })).toBeTruthy()
})

const included = () => screen.queryByRole('list', { name: 'Included in the unlock' })?.textContent

test('the locked card lists the channels that exist, and none where the server did not say', async () => {
  const open = (channels?: string[]) =>
    renderInRouter(<ContactArea {...locked} investor={sampleInvestor(channels && { channels })} />)
  await open(['x', 'email', 'carrier-pigeon'])
  expect(included()).toBe('EmailX')
  cleanup()
  await open([])
  expect(included()).toBeUndefined()
  expect(screen.getByText(/^No contact details on file yet/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Connect|Book|Unlock/ })).toBeNull()
  expect(screen.queryByText(/card limit/)).toBeNull()
  cleanup()
  await open()
  expect(screen.getByRole('heading', { name: 'Contact Information Locked' })).toBeTruthy()
  expect(included()).toBeUndefined()
  expect(screen.queryByText(/telegram|linkedin|not available/i)).toBeNull()
})

test('before the unlock, a profile from public sources says that its investor has not confirmed it', async () => {
  const noted = async (investor: Investor) => {
    cleanup()
    await renderInRouter(<ContactArea {...locked} investor={investor} />)
    return screen.queryByText(/The investor has not confirmed this profile/) !== null
  }
  const { hasAgreed: _, ...unconfirmed } = sampleInvestor()
  expect(await noted(unconfirmed)).toBe(true)
  expect(await noted(sampleInvestor())).toBe(false)
  expect(await noted({ ...unconfirmed, vcType: 'platform' })).toBe(false)
})

test('before the unlock only profiles that exist are marked as locked; afterwards they are links', async () => {
  const investor = sampleInvestor({ channels: ['email', 'linkedin'] })
  await renderInRouter(<InvestorSocials investor={investor} contact={null} />)
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'LinkedIn of Marit Moretti, locked',
  ])
  cleanup()
  const contact = sampleContact({ linkedinUrl: 'https://linkedin.com/in/marit', twitterUrl: null, website: null })
  await renderInRouter(<InvestorSocials investor={investor} contact={contact} />)
  expect(screen.getByRole('link', { name: 'LinkedIn of Marit Moretti' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  // Stored by an earlier release, or not for sale.
  await renderInRouter(<InvestorSocials investor={sampleInvestor()} contact={null} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('with a meeting link, a call is offered', async () => {
  await renderInRouter(
    <ContactArea {...locked} investor={sampleInvestor({ hasMeetingLink: true, price: null, quote: cents(50) })} />,
  )
  expect(screen.getByRole('button', { name: 'Book Call - $50' })).toBeTruthy()
})

test('a price that no card can be charged is displayed without a button', async () => {
  await renderInRouter(<ContactArea {...locked} investor={sampleInvestor({ isPurchasable: false, limit: null })} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/above the card limit/)).toBeTruthy()
})

test('the page of a paused investor names the day of the return, keeps the price, and offers neither Connect nor a call', async () => {
  vi.setSystemTime('2026-11-27T09:00:00Z')
  const investor = sampleInvestor({ vcType: 'platform', hasMeetingLink: true, pausedUntil: '2026-12-05' })
  await renderInRouter(
    <>
      <ContactArea {...locked} label="Unlock for $25" investor={investor} />
      <InvestorProfile investor={investor} />
    </>,
  )
  expect(screen.getByRole('note').textContent).toMatch(/^Paused until 5 December/)
  expect(screen.queryByRole('button', { name: /Connect|Book|Unlock/ })).toBeNull()
  expect(screen.getByText('Unlock price').nextElementSibling?.textContent).toBe('$25')
})

test('an unlocked contact of a paused investor stays readable', async () => {
  const contact = sampleContact()
  await renderInRouter(
    <ContactArea {...locked} contact={contact} investor={sampleInvestor({ pausedUntil: dayAhead(7, Date.now()) })} />,
  )
  expect(screen.getByText('marit@northgate-ventures.example')).toBeTruthy()
  expect(screen.queryByText(/^Paused/)).toBeNull()
})

test('an unverified investor offers an introduction request and nothing to pay', async () => {
  await renderInRouter(<ContactArea {...locked} investor={sampleInvestor({ isVerified: false })} />)
  expect(screen.getByRole('heading', { name: 'Unverified Investor' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Request Introduction' })).toBeTruthy()
  expect(screen.queryByText(/\$/)).toBeNull()
})

test('an unlocked contact shows every value with a copy button, and marks the offline copy', async () => {
  const contact = sampleContact({ meetingLink: 'https://calendly.example/marit', twitterUrl: 'https://x.com/marit' })
  await renderInRouter(<ContactArea {...locked} investor={sampleInvestor()} contact={contact} isOffline />)
  expect(screen.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'marit@northgate-ventures.example' }).getAttribute('href')).toMatch(/^mailto:/)
  const copied = screen.getAllByRole('button', { name: /^Copy / }).map((button) => button.getAttribute('aria-label'))
  expect(copied).toEqual(['Copy Email', 'Copy Telegram', 'Copy Meeting link', 'Copy LinkedIn', 'Copy X', 'Copy Website'])
  expect(screen.getByRole('link', { name: 'Book Another Call' }).getAttribute('href')).toBe('https://calendly.example/marit')
  expect(screen.getByText(/^Opens calendly\.example, where/).textContent).toBe(
    'Opens calendly.example, where Marit Moretti takes calls. We charge nothing for it.',
  )
  expect(screen.getByText('offline copy')).toBeTruthy()
})

test('a guest’s contact is on this device only, and can be saved to an account that leads back to it', async () => {
  const contact = sampleContact({ id: sampleInvestor().id })
  const db = new PrivateDatabase('guest', 'life')
  setPrivateDb(db)
  await renderInRouter(<ContactArea {...locked} investor={sampleInvestor()} contact={contact} />)
  const link = await screen.findByRole('link', { name: 'Save to an account' })
  expect(link.getAttribute('href')).toBe(`/signup?next=${encodeURIComponent(`/contacts/${contact.id}`)}`)
  expect(screen.getByText(/On this device only/)).toBeTruthy()
  await db.account.put({ id: sampleUser().principalId, kind: 'account', user: sampleUser(), version: 1 })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Save to an account' })).toBeNull())
  expect(screen.getByRole('heading', { name: 'Contact Information Unlocked' })).toBeTruthy()
  setPrivateDb(undefined)
  await db.delete()
})

test('a guest’s call, whose contact arrives later, can be saved to an account as well', async () => {
  const db = new PrivateDatabase('guest', 'life')
  setPrivateDb(db)
  const start = new Date(Date.now() + 5 * 24 * 60 * 60 * 1000).toISOString()
  const end = new Date(Date.parse(start) + 30 * 60 * 1000).toISOString()
  const show = () => renderInRouter(<ContactArea {...locked} investor={sampleInvestor()} />)
  await show()
  expect(screen.queryByRole('link', { name: 'Save to an account' })).toBeNull()
  cleanup()
  await db.bookings.put({ ...sampleCall({ vcId: sampleInvestor().id, start, end }), version: 1 })
  await show()
  const link = await screen.findByRole('link', { name: 'Save to an account' })
  expect(link.getAttribute('href')).toBe(`/signup?next=${encodeURIComponent('/calls')}`)
  setPrivateDb(undefined)
  await db.delete()
})

test('the public page of the user offers neither an unlock nor a call, but the way to edit it', async () => {
  const db = new PrivateDatabase('guest', 'life')
  await db.ownListings.put({ ...sampleListing({ id: sampleInvestor().id }), version: 1 })
  setPrivateDb(db)
  await renderInRouter(<ContactArea {...locked} investor={sampleInvestor({ hasMeetingLink: true })} />)
  expect(await screen.findByRole('heading', { name: 'This is how founders see you.' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/edit-listing/${sampleInvestor().id}`)
  expect(screen.queryByRole('button')).toBeNull()
  setPrivateDb(undefined)
  await db.delete()
})

test('a contact that the server has not confirmed for 30 days is hidden, and not sold a second time', async () => {
  const db = new PrivateDatabase('guest', 'life')
  await db.contacts.put({ ...sampleContact({ id: sampleInvestor().id }), version: 1 })
  await db.meta.put({ key: 'validatedAt', value: Date.now() - 31 * 24 * 60 * 60 * 1000 })
  setPrivateDb(db)
  await renderInRouter(<ContactArea {...locked} investor={sampleInvestor()} />)
  expect(await screen.findByRole('heading', { name: 'Unlocked by you' })).toBeTruthy()
  expect(screen.queryByText(/\$|Locked/)).toBeNull()
  expect(screen.queryByText('marit@northgate-ventures.example')).toBeNull()
  setPrivateDb(undefined)
  await db.delete()
})
