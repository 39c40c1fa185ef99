import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MutationId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import * as sync from '#web/sync/engine/sync-port.ts'
import type { SyncStatus } from '#web/sync/tab/use-sync-status.ts'
import { OutboxPage } from './outbox-page.tsx'
import { type Counts, outboxSummary } from './outbox-summary.ts'
import type { Outbox } from './queries.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const at = '2026-03-01T12:00:00.000Z'
const idOf = (one: number) => `019a9b00-0000-7000-8000-00000000000${one}` as MutationId
const note = (one: number, text: string): OutboxEntry => ({
  id: idOf(one),
  name: 'contact.note',
  args: { contactId: 'recA', text },
  madeAt: at,
  state: 'waiting',
})
const refused = (entry: OutboxEntry, message = 'You have not unlocked this contact.'): OutboxEntry => ({
  ...entry,
  state: 'refused',
  refusal: { code: 'contacts.not-held', message },
})
const empty: Outbox = { waiting: [], refused: [], sent: [], drafts: 0, photos: [] }
const open = (outbox: Partial<Outbox>, status: SyncStatus = { kind: 'ready' }, isReached = true) =>
  renderInRouter(
    <OutboxPage outbox={{ ...empty, ...outbox }} status={status} isReached={isReached} nameOf={() => 'Grace Listed'} />,
  )
const part = (name: string) => within(screen.getByRole('region', { name }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

const none = { waiting: 0, putOff: 0, refused: 0, photos: 0 }
test.each<[SyncStatus, Partial<Counts>, title: string, text: RegExp, action?: string]>([
  [{ kind: 'ready' }, {}, 'All synced', /ready to go offline/],
  [{ kind: 'ready' }, { photos: 1 }, 'One photo on this device', /other changes are synced/],
  [{ kind: 'offline', since: at, waiting: 0 }, { photos: 2 }, '2 photos on this device', /when you reconnect/, 'try-now'],
  [{ kind: 'current' }, {}, 'All synced', /needs a connection to open/],
  [{ kind: 'connecting', waiting: 0 }, {}, 'All synced', /Checking the connection/],
  [{ kind: 'connecting', waiting: 2 }, { waiting: 2 }, '2 changes on this device', /hasn’t responded yet/],
  [{ kind: 'syncing', done: 3, total: 10 }, {}, 'Syncing 3 of 10', /Downloading the directory/],
  [{ kind: 'offline', since: at, waiting: 2 }, { waiting: 2 }, '2 changes on this device', /Sends when you reconnect/, 'try-now'],
  [{ kind: 'offline', since: at, waiting: 0 }, {}, 'Offline', /Nothing to send/, 'try-now'],
  [{ kind: 'waiting', waiting: 1 }, { waiting: 1 }, 'Sending one change', /Sending to the server/, 'try-now'],
  [{ kind: 'waiting', waiting: 2 }, { waiting: 2, putOff: 1 }, 'Sending 2 changes', /Sending to the server/, 'try-now'],
  [{ kind: 'waiting', waiting: 2 }, { waiting: 2, putOff: 2 }, '2 changes delayed', /Retrying automatically/, 'try-now'],
  [{ kind: 'attention', message: 'One was refused.' }, { waiting: 1, refused: 1 }, 'Needs attention', /was not accepted/],
  [{ kind: 'attention', message: 'This device is full.' }, { waiting: 1 }, 'Needs attention', /device is full/, 'reload'],
  [
    { kind: 'attention', message: '', code: 'sync.protocol-too-old' },
    { waiting: 1, refused: 1 },
    'Update required',
    /saved and sent after the update/,
  ],
  [{ kind: 'sign-in' }, { waiting: 1, refused: 1 }, 'Sign in again', /session has ended/, 'sign-in'],
])('%j with %j is summarised as "%s"', (status, counts, title, text, action) => {
  const summary = outboxSummary(status, { ...none, ...counts })
  expect(summary).toMatchObject({ title, text: expect.stringMatching(text) })
  expect(summary.action).toBe(action)
})

test('each mutation is shown with its kind, its entity and the beginning of its text', async () => {
  const long = `The first words ${'and so on '.repeat(40)}`
  await open(
    {
      waiting: [note(1, long), { ...note(2, 'Later'), putOffAt: at }],
      sent: [{ ...note(3, 'Arrived'), sentAt: Date.parse(at) }],
      drafts: 2,
    },
    { kind: 'waiting', waiting: 2 },
    false,
  )
  const waiting = part('Waiting')
  expect(waiting.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Note · Grace Listed',
    'Note · Grace Listed',
  ])
  expect(waiting.getByText(/^The first words/).textContent).toMatch(/…$/)
  expect(waiting.getByText('Server busy. Retrying automatically')).toBeTruthy()
  expect(part('Sent in the last week').getByText('Arrived')).toBeTruthy()
  expect(screen.getByText(/2 drafts are also saved on this device/)).toBeTruthy()
})

test('the state "being sent" is shown only where the server answers, and not for deferred mutations', async () => {
  await open({ waiting: [note(1, 'One')] }, { kind: 'waiting', waiting: 1 })
  expect(screen.getByRole('region', { name: 'Being sent' })).toBeTruthy()
  cleanup()
  const refusal = { kind: 'attention', message: 'One change was not accepted.' } as const
  await open({ waiting: [note(1, 'One')], refused: [refused(note(2, 'Two'))] }, refusal, false)
  expect(screen.getByRole('region', { name: 'Waiting' })).toBeTruthy()
  cleanup()
  await open({ waiting: [{ ...note(1, 'One'), putOffAt: at }] }, { kind: 'waiting', waiting: 1 })
  expect(screen.getByRole('region', { name: 'Waiting' })).toBeTruthy()
})

test('a rejected mutation shows the reason, and is discarded only after a confirmation', async () => {
  const discard = vi.spyOn(sync, 'discardEntry').mockResolvedValue()
  await open({ refused: [refused(note(1, 'Met in Lisbon'))] }, { kind: 'attention', message: 'One change was not accepted.' })
  const entry = part('Needs your decision')
  expect(entry.getByText('You have not unlocked this contact.')).toBeTruthy()
  // Text longer than its box scrolls, also without a pointer.
  expect(entry.getByRole('region', { name: 'Your text' })).toMatchObject({ textContent: 'Met in Lisbon', tabIndex: 0 })
  press('Discard')
  expect(discard).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Keep'))
  expect(discard).not.toHaveBeenCalled()
  press('Discard')
  fireEvent.click(screen.getByText('Discard permanently'))
  expect(discard).toHaveBeenCalledWith(idOf(1))
})

test('a deferred mutation can be copied and discarded, a pending one cannot', async () => {
  const discard = vi.spyOn(sync, 'discardEntry').mockResolvedValue()
  await open({ waiting: [note(1, 'Downloading'), { ...note(2, 'Put off'), putOffAt: at }] })
  const [onItsWay, putOff] = part('Being sent').getAllByRole('article')
  expect(within(onItsWay as HTMLElement).queryByRole('button')).toBeNull()
  expect(within(putOff as HTMLElement).getByRole('button', { name: 'Copy Text' })).toBeTruthy()
  press('Discard')
  expect(discard).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Discard permanently'))
  expect(discard).toHaveBeenCalledWith(idOf(2))
})

test('a rejected mutation can be sent again unchanged or edited', async () => {
  const retry = vi.spyOn(sync, 'retryRefused').mockResolvedValue()
  await open({ refused: [refused(note(1, 'Met in Lisbon'))] })
  press('Try again')
  expect(retry).toHaveBeenCalledWith(idOf(1))
  press('Edit')
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Met in Porto' } })
  fireEvent.submit(screen.getByLabelText('Note'))
  expect(retry).toHaveBeenCalledWith(idOf(1), { contactId: 'recA', text: 'Met in Porto' })
})

test('the text of a form is corrected in that form, and a mutation without text is not edited', async () => {
  const words = {
    id: idOf(9),
    name: 'Ada',
    email: 'ada@founders.example',
    subject: 'White page',
    message: 'It stays white all day.',
  }
  await open({
    refused: [
      refused({ ...note(1, ''), name: 'support.submit', args: words }),
      refused({ ...note(2, ''), name: 'vote.cast', args: { projectId: 'prj_1', isCast: true } }, 'Please sign in to vote.'),
    ],
  })
  const [support, vote] = screen.getAllByRole('article')
  const edit = within(support as HTMLElement).getByRole('link', { name: 'Edit' })
  expect(decodeURIComponent(edit.getAttribute('href') ?? '')).toBe(`/support?edit=${idOf(1)}`)
  expect(within(vote as HTMLElement).queryByText('Edit')).toBeNull()
  expect(within(vote as HTMLElement).getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('with nothing written recently the page shows its empty state', async () => {
  await open({})
  expect(screen.getByText('No recent changes')).toBeTruthy()
})

test('"Try now" shows that it tries, and says when the server has still not answered', async () => {
  const requested = vi.spyOn(sync, 'requestSync').mockReturnValue(undefined)
  await open({ waiting: [note(1, 'Mine')] }, { kind: 'offline', since: at, waiting: 1 }, false)
  vi.useFakeTimers()
  press('Try now')
  expect(requested).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Trying…' })).toBeTruthy()
  act(() => vi.advanceTimersByTime(2000))
  expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy()
  expect(screen.getByText(/has not answered yet\. The app tries again/)).toBeTruthy()
  vi.useRealTimers()
})
