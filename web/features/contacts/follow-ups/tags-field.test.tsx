import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { TagsField } from './tags-field.tsx'

const id = 'recA' as VcId
let sent: unknown[]
beforeEach(() => {
  sent = []
  provideSync({ enqueue: async (_name: string, args: unknown) => void sent.push(args) } as never)
})
afterEach(cleanup)

const field = () => screen.getByLabelText<HTMLInputElement>('Tags')
const type = (value: string) => fireEvent.change(field(), { target: { value } })

test('a tag is added with Enter, with a comma, and when the field is left', async () => {
  render(<TagsField id={id} tags={[]} />)
  type(' warm  intro ')
  fireEvent.keyDown(field(), { key: 'Enter' })
  await waitFor(() => expect(field().value).toBe(''))
  type('lead,')
  await waitFor(() => expect(field().value).toBe(''))
  type('Lisbon')
  fireEvent.blur(field())
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent).toEqual(['warm intro', 'lead', 'Lisbon'].map((tag) => ({ contactId: id, add: [tag] })))
})

test('Enter that accepts a word of an input method adds nothing', async () => {
  render(<TagsField id={id} tags={[]} />)
  type('東')
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  expect(field().value).toBe('東')
  fireEvent.keyDown(field(), { key: 'Enter' })
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a tag is removed by its button, and one above the limit stays in the field', async () => {
  const tags = Array.from({ length: 20 }, (_, at) => `tag ${at}`)
  render(<TagsField id={id} tags={tags} />)
  fireEvent.click(screen.getByRole('button', { name: 'Remove the tag tag 3' }))
  await waitFor(() => expect(sent).toEqual([{ contactId: id, remove: ['tag 3'] }]))
  type('one more')
  fireEvent.blur(field())
  expect(screen.getByRole('alert').textContent).toBe('Please use at most 20 tags.')
  expect(field().value).toBe('one more')
  expect(sent).toHaveLength(1)
})

/** What is stored from here on ends when the test resolves it. */
function holdStoring() {
  const storing = Promise.withResolvers<void>()
  provideSync({
    enqueue: async (_name: string, args: unknown) => {
      sent.push(args)
      await storing.promise
    },
  } as never)
  return storing
}

test('what is typed while a tag is stored is the next tag', async () => {
  const storing = holdStoring()
  render(<TagsField id={id} tags={[]} />)
  type('lead,')
  type('lead, w')
  storing.resolve()
  await waitFor(() => expect(field().value).toBe('w'))
  type('warm')
  fireEvent.blur(field())
  await waitFor(() => expect(field().value).toBe(''))
  expect(sent).toEqual(['lead', 'warm'].map((tag) => ({ contactId: id, add: [tag] })))
})

test('a tag that was finished by leaving the field while the one before was stored is stored as well', async () => {
  const storing = holdStoring()
  render(<TagsField id={id} tags={[]} />)
  type('lead,')
  type('lead, warm')
  fireEvent.blur(field())
  storing.resolve()
  await waitFor(() => expect(field().value).toBe(''))
  expect(sent).toEqual(['lead', 'warm'].map((tag) => ({ contactId: id, add: [tag] })))
})
