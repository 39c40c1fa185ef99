import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AdminListing } from '#shared/admin/listings.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { dayAhead } from '#shared/listings/pause.ts'
import { confirmDialog, press, typeInto } from '#tests/support/actors/admin-form.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { ListingPage } from './listing-page.tsx'

const ID = 'vc_1' as VcId
const facts = sampleListing({ bio: 'Old bio', price: null, logoUrl: null })
const listing = (about: Partial<AdminListing> = {}): AdminListing => ({
  ...{
    id: ID,
    version: 3,
    facts,
    contactType: 'meeting',
    website: null,
    isWebsitePublic: false,
    given: ['meetingLink', 'email'],
  },
  ...{ pausedUntil: null, isVerified: true, isActive: true, reviewStatus: 'approved', principalId: null, ...about },
})

let sent: string[]
let shown: AdminListing | { status: number }
/** A decision about this version meets a change by another person. */
let movedFrom: number | undefined
beforeEach(() => {
  sent = []
  shown = listing()
  movedFrom = undefined
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path === '/api/admin/me') return Response.json({ roles: ['support'] })
    if (method !== 'GET') sent.push(`${method} ${path} ${body}`)
    if ('status' in shown) return Response.json({ message: 'Not found', code: 'not-found' }, { status: shown.status })
    const seen = body && (JSON.parse(String(body)) as { version: number }).version
    if (seen === movedFrom && seen !== undefined) {
      shown = listing({ version: 4, facts: { ...facts, bio: 'Bio of the investor' } })
      return Response.json({ code: 'review.moved-on', message: 'Changed.', current: { version: 4 } }, { status: 409 })
    }
    return Response.json(shown)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const withProof: WithProof = (action) => action()
const open = () => renderInRouter(<ListingPage self={'usr_admin' as UserId} id={ID} withProof={withProof} />)

describe('the page of a listing', () => {
  test('sends the fields that were changed, with the reason and the version that was shown', async () => {
    await open()
    await typeInto('Bio', 'A new bio')
    await typeInto('Price per unlock', '$1,250.50')
    await press('Save…')
    await confirmDialog('Save', 'Asked by telephone.')
    const change = JSON.stringify({ bio: 'A new bio', price: 125_050 })
    await waitFor(() =>
      expect(sent).toEqual([`PATCH /api/admin/listings/${ID} {"change":${change},"reason":"Asked by telephone.","version":3}`]),
    )
  })

  test('shows an error of the contract at its field, and asks for no reason', async () => {
    await open()
    await typeInto('Partner name', ' ')
    await press('Save…')
    expect(await screen.findByText('Partner name is required')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('keeps what was typed when the investor was faster, and shows what is stored now', async () => {
    movedFrom = 3
    await open()
    await typeInto('Bio', 'A new bio')
    await press('Save…')
    await confirmDialog('Save', 'Asked by telephone.')
    expect(await screen.findByText('Bio of the investor')).toBeTruthy()
    expect((screen.getByLabelText(/^Bio/) as HTMLTextAreaElement).value).toBe('A new bio')
    await confirmDialog('Save')
    await waitFor(() => expect(sent.at(-1)).toContain('"version":4'))
  })

  test('replaces a contact detail, removes one, and leaves an empty field as it is', async () => {
    await open()
    await typeInto('Email', 'new@x.example')
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Meeting link' }))
    await press('Replace…')
    await confirmDialog('Replace', 'Asked by telephone.')
    const change = JSON.stringify({ email: 'new@x.example', meetingLink: null })
    await waitFor(() => expect(sent.at(-1)).toContain(`/contact {"change":${change}`))
  })

  test('pauses until a day and resumes', async () => {
    const day = dayAhead(8, Date.now())
    await open()
    await typeInto('Back on', day)
    await press('Pause…')
    shown = listing({ pausedUntil: day })
    await confirmDialog('Pause', 'Ill.')
    await waitFor(() =>
      expect(sent).toEqual([`POST /api/admin/listings/${ID}/pause {"until":"${day}","reason":"Ill.","version":3}`]),
    )
    await press('Resume…')
    await confirmDialog('Resume', 'Well again.')
    await waitFor(() => expect(sent.at(-1)).toContain('"until":null'))
  })

  test('says so when there is no such investor', async () => {
    shown = { status: 404 }
    await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'No such investor' })).toBeTruthy()
  })
})
