import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WriteTicket } from '#shared/help/contract.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { ReplyForm } from './reply-form.tsx'

const enqueue = vi.fn(async (_name: string, _message: WriteTicket): Promise<unknown> => undefined)
provideSync({
  enqueue,
  store: (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal),
} as never)
let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  enqueue.mockReset()
  setPrivateDb(undefined)
  await db.delete()
})

const show = () => render(<ReplyForm ticketId="tkt1" status="open" />)
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Add a message')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))
const draft = async () => (await db.drafts.get('ticket:tkt1'))?.values

test('two presses send one message', async () => {
  const storing = Promise.withResolvers<unknown>()
  enqueue.mockReturnValue(storing.promise)
  show()
  type('Where is my receipt?')
  press()
  press()
  await act(async () => storing.resolve(undefined))
  await waitFor(() => expect(field().value).toBe(''))
  expect(enqueue).toHaveBeenCalledOnce()
})

test('a message that is sent again from its draft has the same id, and the next one another', async () => {
  enqueue.mockRejectedValueOnce(new Error('The page ends.'))
  const { unmount } = show()
  type('Where is my receipt?')
  press()
  await screen.findByText(/Your text is still here/)
  await waitFor(async () => expect(await draft()).toMatchObject({ text: 'Where is my receipt?' }))
  unmount()
  show()
  await waitFor(() => expect(field().value).toBe('Where is my receipt?'))
  press()
  await waitFor(() => expect(field().value).toBe(''))
  expect(await draft()).toBeUndefined()
  type('Found it.')
  press()
  await waitFor(() => expect(enqueue).toHaveBeenCalledTimes(3))
  const [first, again, next] = enqueue.mock.calls.map(([, message]) => message.id)
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})

test('what is typed while a message is sent is kept, and is another message', async () => {
  const storing = Promise.withResolvers<unknown>()
  enqueue.mockReturnValueOnce(storing.promise)
  show()
  type('Where is it?')
  press()
  type('Where is it? I need it today.')
  await act(async () => storing.resolve(undefined))
  expect(field().value).toBe('Where is it? I need it today.')
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false))
  press()
  await waitFor(() => expect(enqueue).toHaveBeenCalledTimes(2))
  const [first, second] = enqueue.mock.calls.map(([, message]) => message.id)
  expect(second).not.toBe(first)
})

test('a text that was changed after it could not be sent is another message', async () => {
  enqueue.mockRejectedValueOnce(new Error('The page ends.'))
  show()
  type('Where is it?')
  press()
  await screen.findByText(/Your text is still here/)
  type('Where is it? I need it today.')
  press()
  await waitFor(() => expect(field().value).toBe(''))
  const [first, second] = enqueue.mock.calls.map(([, message]) => message.id)
  expect(second).not.toBe(first)
})
