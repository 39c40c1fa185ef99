import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ContactEntry, EntryId, WriteEntry } from '#shared/contacts/entry.ts'
import type { VcId } from '#shared/ids.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { currentToast } from '#web/ui/toast.ts'
import { Timeline } from './timeline.tsx'

const enqueue = vi.fn(async (..._entry: unknown[]): Promise<unknown> => undefined)
provideSync({
  enqueue,
  store: (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal),
} as never)

const vc = 'rec1' as VcId
const now = new Date(2026, 10, 27, 18).getTime()
/** By the clock of the reader. */
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
const entry = (nth: number, writtenOn: string, over: Partial<ContactEntry> = {}) =>
  sampleEntry({ id: `ent_0193a1b2-0000-7000-8000-00000000000${nth}` as EntryId, text: `text ${nth}`, writtenOn, ...over })

let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  enqueue.mockReset()
  vi.useRealTimers()
  setPrivateDb(undefined)
  await db.delete()
})

const show = (entries: ContactEntry[]) => render(<Timeline contactId={vc} entries={entries} now={now} />)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } })
const sent = () => enqueue.mock.calls.map(([name, args, base]) => ({ name, args: args as WriteEntry, base }))

test('entries are shown under their days, the latest first, and the deleted ones apart', async () => {
  show([
    entry(4, at(27, 15)),
    entry(3, at(27, 9)),
    entry(2, at(26, 9)),
    entry(1, at(2, 9), { deletedAt: at(26, 9) }),
    entry(5, at(1, 9)),
  ])
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Yesterday',
    '1 November 2026',
  ])
  expect(screen.getAllByRole('article').map(({ textContent }) => /text \d/.exec(textContent)?.[0])).toEqual([
    'text 4',
    'text 3',
    'text 2',
    'text 5',
  ])
  press('Restore')
  await flush()
  expect(sent()).toMatchObject([{ name: 'entry.delete', args: { isDeleted: false } }])
})

test('a new entry is added with one press and the time of now, and the field is empty for the next one', async () => {
  show([])
  type('New note', 'Wants a pilot')
  press('Add a note')
  await waitFor(() => expect(field('New note').value).toBe(''))
  await waitFor(async () => expect(await db.drafts.count()).toBe(0))
  const [written] = sent()
  expect(written).toMatchObject({
    name: 'entry.write',
    args: { contactId: vc, text: 'Wants a pilot', id: expect.stringMatching(/^ent_/) },
    base: { text: '', steps: [], writtenOn: null },
  })
  expect(Date.now() - Date.parse(written?.args.writtenOn ?? '')).toBeLessThan(60_000)
})

test('a text whose draft was not forgotten is added under the same id, so it is there once', async () => {
  show([])
  type('New note', 'Wants a pilot')
  await waitFor(async () => expect(await db.drafts.count()).toBe(1))
  const [draft] = await db.drafts.toArray()
  press('Add a note')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await waitFor(async () => expect(await db.drafts.count()).toBe(0))
  cleanup()
  // The tab ended between the two.
  if (draft) await db.drafts.put(draft)
  show([])
  await waitFor(() => expect(field('New note').value).toBe('Wants a pilot'))
  press('Add a note')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.args.id).toBe(sent()[0]?.args.id as EntryId)
})

test('a blank text cannot be added', () => {
  show([])
  type('New note', ' \n')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a note' }).disabled).toBe(true)
})

/** Lets pending promises settle; timers may be fake. */
const flush = () => act(async () => void (await Bun.sleep(0)))
const pause = () => act(async () => vi.advanceTimersByTime(600))
const edit = (stored: ContactEntry) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { rerender } = show([stored])
  press(/^Edit the note/)
  return (entries: ContactEntry[]) => rerender(<Timeline contactId={vc} entries={entries} now={now} />)
}

test('an entry is edited in its place: each pause saves with the text that its author saw', async () => {
  const stored = entry(1, at(27, 9))
  const rerender = edit(stored)
  type('Note', 'text 1, and more')
  await pause()
  rerender([{ ...stored, text: 'text 1, and more' }])
  type('Note', 'text 1, and more still')
  press('Done')
  await flush()
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull()
  expect(sent().map(({ args, base }) => [args.text, base])).toEqual([
    ['text 1, and more', { text: 'text 1', steps: [], writtenOn: stored.writtenOn }],
    ['text 1, and more still', { text: 'text 1, and more', steps: [], writtenOn: stored.writtenOn }],
  ])
})

test('a text that is emptied and written again is based on the text that was there', async () => {
  const stored = entry(1, at(27, 9))
  edit(stored)
  type('Note', '')
  await pause()
  expect(sent()).toEqual([])
  type('Note', 'Another')
  await pause()
  expect(sent()).toMatchObject([{ args: { text: 'Another' }, base: { text: 'text 1' } }])
})

test('an entry that is left empty is deleted, and the deletion can be undone', async () => {
  const stored = entry(1, at(27, 9))
  edit(stored)
  type('Note', '')
  press('Done')
  await flush()
  expect(currentToast.get()?.title).toBe('Note deleted')
  currentToast.get()?.action?.onAct()
  await flush()
  const args = { id: stored.id, contactId: vc }
  expect(sent()).toEqual([
    { name: 'entry.delete', args: { ...args, isDeleted: true }, base: [fingerprint('text 1')] },
    { name: 'entry.delete', args: { ...args, isDeleted: false }, base: [fingerprint('text 1')] },
  ])
})

test('the editor stays open with its text when the device cannot store it', async () => {
  enqueue.mockRejectedValue(new Error('full'))
  edit(entry(1, at(27, 9)))
  type('Note', 'text 1, and more')
  press('Done')
  await pause()
  expect(screen.getByText(/Couldn’t save on this device/)).toBeTruthy()
  expect(field('Note').value).toBe('text 1, and more')
})

test('another day keeps the time, and a day that is none changes nothing', async () => {
  const stored = entry(1, at(27, 9))
  edit(stored)
  const day = screen.getByLabelText<HTMLInputElement>('Day')
  for (const value of ['', '2026-11-24']) {
    fireEvent.change(day, { target: { value } })
    fireEvent.blur(day)
    await flush()
  }
  expect(sent()).toMatchObject([{ args: { text: 'text 1', writtenOn: at(24, 9) }, base: { writtenOn: stored.writtenOn } }])
})

test('a text from another device waits while an input method or a dictation writes', async () => {
  const stored = entry(1, at(27, 9))
  const rerender = edit(stored)
  fireEvent.compositionStart(field('Note'))
  rerender([{ ...stored, text: 'text 1 of the laptop' }])
  expect(field('Note').value).toBe('text 1')
  type('Note', 'text 1 に')
  fireEvent.keyDown(field('Note'), { key: 'Enter', isComposing: true })
  await pause()
  // The device merged both.
  rerender([{ ...stored, text: 'text 1 of the laptop に' }])
  expect(field('Note').value).toBe('text 1 に')
  fireEvent.compositionEnd(field('Note'))
  expect(field('Note').value).toBe('text 1 of the laptop に')
  expect(sent()).toMatchObject([{ args: { text: 'text 1 に' }, base: { text: 'text 1' } }])
})

test('a text that the device merged during a save waits as well', async () => {
  const stored = entry(1, at(27, 9))
  const rerender = edit(stored)
  const saving = Promise.withResolvers<unknown>()
  enqueue.mockReturnValue(saving.promise)
  fireEvent.compositionStart(field('Note'))
  type('Note', 'text 1 に')
  await pause()
  rerender([{ ...stored, text: 'text 1 of the laptop に' }])
  saving.resolve(undefined)
  await flush()
  expect(field('Note').value).toBe('text 1 に')
  fireEvent.compositionEnd(field('Note'))
  expect(field('Note').value).toBe('text 1 of the laptop に')
})

test('dictation into a new note is neither sent by its Enter nor changed', () => {
  show([])
  const box = field('New note')
  fireEvent.compositionStart(box)
  type('New note', '日本')
  const isDefault = fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
  fireEvent.compositionEnd(box)
  expect([isDefault, field('New note').value, sent()]).toEqual([true, '日本', []])
})

test('conflicting texts are shown beside the entry, and the user chooses', async () => {
  const clash = { text: 'up to 5M', by: 'phone', at: at(27, 10) }
  const stored = entry(1, at(27, 9), { text: 'up to 3M', clashes: [clash] })
  show([stored])
  press('Use instead of the note')
  await flush()
  expect(sent()).toEqual([
    {
      name: 'entry.write',
      args: { id: stored.id, contactId: vc, text: 'up to 5M', writtenOn: stored.writtenOn, settles: [fingerprint('up to 5M')] },
      base: { text: 'up to 3M', steps: [], writtenOn: stored.writtenOn },
    },
  ])
})

test('of many entries the latest are shown first, the others on request', () => {
  show(Array.from({ length: 120 }, (_, nth) => sampleEntry({ id: `ent_${nth}` as EntryId, writtenOn: at(27, 9) })))
  expect(screen.getAllByRole('article')).toHaveLength(50)
  press('Show older notes')
  press('Show older notes')
  expect(screen.getAllByRole('article')).toHaveLength(120)
  expect(screen.queryByRole('button', { name: 'Show older notes' })).toBeNull()
})
