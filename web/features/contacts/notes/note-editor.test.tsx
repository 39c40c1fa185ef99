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

test('a pause in writing saves, and the state is "saved" only once the write has completed', async () => {
  render(<NoteEditor id={id} saved="" />)
  type('Met at the summit')
  expect(written).toEqual([])
  await pause()
  expect(written[0]?.note).toEqual({ contactId: id, text: 'Met at the summit' })
  expect(screen.queryByText('Saved on this device')).toBeNull()
  await reachesTheDisk(0)
  expect(screen.getByText('Saved on this device')).toBeTruthy()
})

test('text typed during an earlier save is saved too', async () => {
  render(<NoteEditor id={id} saved="" />)
  type('one')
  await pause()
  type('one two')
  await reachesTheDisk(0)
  expect(screen.queryByText('Saved on this device')).toBeNull()
  await pause()
  expect(written[1]?.note.text).toBe('one two')
})

test('each write carries its base text', async () => {
  const { rerender } = render(<NoteEditor id={id} saved="seen" />)
  type('seen, and more')
  await pause()
  await reachesTheDisk(0)
  rerender(<NoteEditor id={id} saved="seen, and more" />)
  type('seen, and more still')
  await pause()
  expect(written.map(({ base }) => base)).toEqual(['seen', 'seen, and more'])
})

test('text of another device that arrives during a write is shown after it', async () => {
  const { rerender } = render(<NoteEditor id={id} saved="one" />)
  type('one two')
  await pause()
  rerender(<NoteEditor id={id} saved={'one three\none two'} />)
  await reachesTheDisk(0)
  expect(box().value).toBe('one three\none two')
})

test('leaving the page writes the text that no pause has saved yet', () => {
  render(<NoteEditor id={id} saved="" />)
  type('half a thou')
  window.dispatchEvent(new Event('pagehide'))
  expect(written[0]?.note.text).toBe('half a thou')
})

test('a note from another device is shown, but never over unsaved text', async () => {
  const { rerender } = render(<NoteEditor id={id} saved="old" />)
  rerender(<NoteEditor id={id} saved="from the phone" />)
  expect(box().value).toBe('from the phone')
  type('mine')
  rerender(<NoteEditor id={id} saved="from the phone again" />)
  expect(box().value).toBe('mine')
})

test('a device that cannot store keeps the text on the screen and reports it', async () => {
  render(<NoteEditor id={id} saved="" />)
  type('precious')
  await pause()
  await act(async () => written[0]?.settle.reject(new Error('QuotaExceededError')))
  expect(screen.getByText(/Couldn’t save on this device/)).toBeTruthy()
  expect(box().value).toBe('precious')
})

test('unsaved text of an account that signs out is never written to another account', () => {
  setPrivateDb(new PrivateDatabase('ada' as PrincipalId, 'life'))
  const { unmount } = render(<NoteEditor id={id} saved="" />)
  type('ada’s own')
  setPrivateDb(new PrivateDatabase('guest', 'next life'))
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  setPrivateDb(undefined)
  expect(written).toEqual([])
})
