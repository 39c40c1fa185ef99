import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WriteNote } from '#shared/contacts/contract.ts'
import type { MutationId, PrincipalId, VcId } from '#shared/ids.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import * as mutations from './mutations.ts'
import { NoteEditor } from './note-editor.tsx'

const id = 'recSample1' as VcId
let written: { note: WriteNote; base: string; settle: PromiseWithResolvers<MutationId> }[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  written = []
  vi.spyOn(mutations, 'writeNote').mockImplementation((note, base) => {
    const settle = Promise.withResolvers<MutationId>()
    written.push({ note, base, settle })
    return settle.promise
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your note' })
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const pause = () => act(async () => vi.advanceTimersByTime(600))
const reachesTheDisk = (write: number) => act(async () => written[write]?.settle.resolve('m1' as MutationId))

test('a pause in writing saves, and it is called saved only once it has reached the disk', async () => {
  render(<NoteEditor id={id} saved="" />)
  type('Met at the summit')
  expect(written).toEqual([])
  await pause()
  expect(written[0]?.note).toEqual({ contactId: id, text: 'Met at the summit' })
  expect(screen.queryByText('Saved on this device')).toBeNull()
  await reachesTheDisk(0)
  expect(screen.getByText('Saved on this device')).toBeTruthy()
})

test('what is typed while an earlier save is on its way is saved too', async () => {
  render(<NoteEditor id={id} saved="" />)
  type('one')
  await pause()
  type('one two')
  await reachesTheDisk(0)
  expect(screen.queryByText('Saved on this device')).toBeNull()
  await pause()
  expect(written[1]?.note.text).toBe('one two')
})

test('each write names the text that it was made from', async () => {
  const { rerender } = render(<NoteEditor id={id} saved="seen" />)
  type('seen, and more')
  await pause()
  await reachesTheDisk(0)
  rerender(<NoteEditor id={id} saved="seen, and more" />)
  type('seen, and more still')
  await pause()
  expect(written.map(({ base }) => base)).toEqual(['seen', 'seen, and more'])
})

test('words of another device that come in during a write are shown after it', async () => {
  const { rerender } = render(<NoteEditor id={id} saved="one" />)
  type('one two')
  await pause()
  rerender(<NoteEditor id={id} saved={'one three\none two'} />)
  await reachesTheDisk(0)
  expect(box().value).toBe('one three\none two')
})

test('leaving the page writes what no pause had saved yet', () => {
  render(<NoteEditor id={id} saved="" />)
  type('half a thou')
  window.dispatchEvent(new Event('pagehide'))
  expect(written[0]?.note.text).toBe('half a thou')
})

test('a note from another device comes in, but never over words that are not saved', async () => {
  const { rerender } = render(<NoteEditor id={id} saved="old" />)
  rerender(<NoteEditor id={id} saved="from the phone" />)
  expect(box().value).toBe('from the phone')
  type('mine')
  rerender(<NoteEditor id={id} saved="from the phone again" />)
  expect(box().value).toBe('mine')
})

test('a device that cannot store keeps the words on the screen and says so', async () => {
  render(<NoteEditor id={id} saved="" />)
  type('precious')
  await pause()
  await act(async () => written[0]?.settle.reject(new Error('QuotaExceededError')))
  expect(screen.getByText(/could not store it/)).toBeTruthy()
  expect(box().value).toBe('precious')
})

test('words of an account that leaves before they were saved are written as nobody else’s', () => {
  setPrivateDb(new PrivateDatabase('ada' as PrincipalId, 'life'))
  const { unmount } = render(<NoteEditor id={id} saved="" />)
  type('ada’s own')
  setPrivateDb(new PrivateDatabase('guest', 'next life'))
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  setPrivateDb(undefined)
  expect(written).toEqual([])
})
