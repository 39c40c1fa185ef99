import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AdminRecord } from '#shared/admin/records.ts'
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
beforeEach(() => {
  sent = []
  shown = record()
  similar = false
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path === '/api/admin/me') return Response.json({ roles: ['support'] })
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
