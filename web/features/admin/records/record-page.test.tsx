import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MergePreview } from '#shared/admin/merge.ts'
import type { AdminRecord } from '#shared/admin/records.ts'
import type { DeskResults } from '#shared/admin/search.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { confirmDialog, press, typeInto } from '#tests/support/actors/admin-form.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import type { WithProof } from '#web/net/with-proof.ts'
import { NewRecordPage } from './new-record-page.tsx'
import { RecordPage } from './record-page.tsx'

const ID = 'rec1' as VcId
const record = (about: Partial<AdminRecord> = {}): AdminRecord => ({
  ...{ id: ID, version: 3, given: ['email'], edited: [], isManual: false, isListed: true, replacedBy: null, mergedInto: null },
  facts: {
    ...{ name: 'Ida Record', fund: 'Harbour', title: null, location: null, investmentThesis: null, bio: 'Old bio' },
    ...{ portfolioPerformance: null, stages: ['Seed'], sectors: [], price: null, limit: 3, donateToCharity: false },
    ...{ isVentureCapital: true, isAngel: false, fundWebsite: null, isVerified: false },
  },
  ...about,
})

let sent: string[]
let shown: AdminRecord
let similar: boolean
let refused: Response | undefined

const OTHER = 'rec2' as VcId
const none = { items: [], hasMore: false }
const found: DeskResults = {
  ...{ people: none, orders: none, bookings: none, tickets: none },
  investors: {
    hasMore: false,
    items: [ID, OTHER].map((id) => ({
      ...{ id, principalId: null, name: `Ida ${id}`, fund: null, vcType: 'airtable', isVerified: false },
    })),
  },
}
/** The preview of the merge that a path names. */
function mergeOf(path: string): MergePreview {
  const [, from, into] = /records\/(\w+)\/merge\/(\w+)/.exec(path) ?? []
  const about = (id: string | undefined) => (id === ID ? shown : record({ id: OTHER, version: 8, given: ['telegram'] }))
  const counts = { buyers: 2, calls: 0, writers: 1, saved: 3 }
  return { from: about(from), into: about(into), counts: { from: counts, into: counts }, buyersOfBoth: 1, filled: ['telegram'] }
}

beforeEach(() => {
  sent = []
  shown = record()
  similar = false
  refused = undefined
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path === '/api/admin/me') return Response.json({ roles: ['support'] })
    if (path === '/api/admin/search') return Response.json(found)
    if (path.includes('/merge/')) return refused ?? Response.json(mergeOf(path))
    if (method !== 'GET') sent.push(`${method} ${path} ${body}`)
    if (similar && String(body).includes('"isAnother":false'))
      return Response.json({ code: 'records.similar', message: 'Ida (rec9) may be the same person.' }, { status: 409 })
    return Response.json(shown)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const withProof: WithProof = (action) => action()
const props = { self: 'usr_admin' as UserId, withProof }
const open = () => renderInRouter(<RecordPage id={ID} {...props} />)
const openNew = () => renderInRouter(<NewRecordPage {...props} />)

describe('the page of a record', () => {
  test('sends the changed fields, and an emptied limit as none', async () => {
    await open()
    await typeInto('Bio', 'A new bio')
    await typeInto('Introductions a month', '')
    await press('Save…')
    await confirmDialog('Save', 'Asked.')
    const change = JSON.stringify({ bio: 'A new bio', limit: null })
    await waitFor(() =>
      expect(sent).toEqual([`PATCH /api/admin/records/${ID} {"change":${change},"reason":"Asked.","version":3}`]),
    )
  })

  test('names the fields that no import changes, and lets them follow the source again', async () => {
    shown = record({ edited: ['bio', 'email'] })
    await open()
    expect(await screen.findByText('Edited here: Bio, Email.')).toBeTruthy()
    await press('Follow the source again…')
    await confirmDialog('Follow the source', 'The source was corrected.')
    await waitFor(() => expect(sent.at(-1)).toContain(`/${ID}/source`))
  })

  test('only a record that was created by hand is taken off the directory, and has the agreement to a sale', async () => {
    await open()
    expect(await screen.findByText('Every field follows the source.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Take off the directory…' })).toBeNull()
    expect(screen.queryByLabelText(/^Identity checked/)).toBeNull()
    cleanup()
    shown = record({ isManual: true })
    await open()
    expect(await screen.findByLabelText(/^Identity checked/)).toBeTruthy()
    await press('Take off the directory…')
    await confirmDialog('Take off', 'Created twice.')
    await waitFor(() => expect(sent.at(-1)).toContain('"isListed":false'))
  })
})

describe('a merge', () => {
  async function compare() {
    await open()
    await press('Find')
    await press(`Compare with Ida ${OTHER}, ${OTHER}`)
  }

  test('shows both records with what is filled, and is sent with both versions', async () => {
    await compare()
    expect(screen.queryByRole('button', { name: `Compare with Ida ${ID}, ${ID}` })).toBeNull()
    const row = await screen.findByRole('row', { name: /^Telegram/ })
    expect(row.textContent).toBe('TelegramGivenGiven Filled')
    expect(screen.getByText(/^1 bought both/)).toBeTruthy()
    await press('Merge…')
    expect(within(await screen.findByRole('dialog')).getByText(/A merge can’t be taken back/)).toBeTruthy()
    await confirmDialog('Merge', 'Two imports.')
    const body = { into: ID, reason: 'Two imports.', version: 8, intoVersion: 3 }
    await waitFor(() => expect(sent).toEqual([`POST /api/admin/records/${OTHER}/merge ${JSON.stringify(body)}`]))
  })

  test('can keep the other one', async () => {
    await compare()
    await press('Keep the other one')
    await waitFor(() => expect(screen.getByRole('row', { name: /^Id/ }).textContent).toBe(`Id${ID}${OTHER}`))
    await press('Merge…')
    await confirmDialog('Merge', 'Two imports.')
    await waitFor(() => expect(sent.at(-1)).toContain(`/records/${ID}/merge {"into":"${OTHER}"`))
  })

  test('that is refused says why, and offers the other direction', async () => {
    const message = 'A profile of an account has replaced this record.'
    refused = Response.json({ code: 'records.has-profile', message }, { status: 409 })
    await compare()
    expect(await screen.findByText(message)).toBeTruthy()
    refused = undefined
    await press('Keep the other one')
    expect(await screen.findByRole('button', { name: 'Merge…' })).toBeTruthy()
  })

  test('leaves a page that leads to the record that stays, and has no form', async () => {
    shown = record({ isListed: false, mergedInto: OTHER })
    await open()
    expect((await screen.findByRole('link', { name: 'Open the record that stays' })).getAttribute('href')).toContain(OTHER)
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('a new record', () => {
  test('is sent with its contact apart, and again after a similar one was seen', async () => {
    similar = true
    await openNew()
    await typeInto('Name', 'Ida New')
    await typeInto('Email', 'ida@new.example')
    await press('Add…')
    await confirmDialog('Add', 'Met at the fair.')
    const given = { facts: { name: 'Ida New' }, contact: { email: 'ida@new.example' }, reason: 'Met at the fair.' }
    await waitFor(() => expect(sent).toEqual([`POST /api/admin/records ${JSON.stringify({ ...given, isAnother: false })}`]))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Add it although a similar record exists' }))
    await confirmDialog('Add')
    await waitFor(() => expect(sent.at(-1)).toContain('"isAnother":true'))
  })

  test('without a name is not sent', async () => {
    await openNew()
    await typeInto('Fund \\(', 'Harbour')
    await press('Add…')
    expect(await screen.findByText('Enter a name.')).toBeTruthy()
    expect(sent).toEqual([])
  })
})
