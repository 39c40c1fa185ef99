import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WriteIntro } from '#shared/contacts/contract.ts'
import type { MutationId } from '#shared/ids.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { IntroTemplate } from './intro-template.tsx'
import * as mutations from './mutations.ts'

const contact = sampleContact({ introTemplate: 'Hello Marit, this is Tidepool.' })
const own = (text: string) => ({ text, writtenBy: 'phone', clashes: [], updatedAt: '2026-11-21T10:00:00.000Z' })
let written: { intro: WriteIntro; base: string }[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  written = []
  vi.spyOn(mutations, 'writeIntro').mockImplementation(async (intro, base) => {
    written.push({ intro, base })
    return 'm1' as MutationId
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Introduction' })
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const pause = () => act(async () => vi.advanceTimersByTime(600))

test('the introduction of the purchase can be edited, and each write carries its base text', async () => {
  const { rerender } = render(<IntroTemplate contact={contact} />)
  expect(box().readOnly).toBe(false)
  type('Dear Marit')
  await pause()
  expect(written).toEqual([{ intro: { contactId: contact.id, text: 'Dear Marit' }, base: 'Hello Marit, this is Tidepool.' }])
  expect(screen.queryByText('Saved on this device')).toBeNull()
  rerender(<IntroTemplate contact={{ ...contact, ownIntro: own('Dear Marit') }} />)
  expect(screen.getByText('Saved on this device')).toBeTruthy()
})

test('a text from the server is shown, but never over one of the user', () => {
  const { rerender } = render(<IntroTemplate contact={contact} />)
  rerender(<IntroTemplate contact={{ ...contact, introTemplate: 'A better text.' }} />)
  expect(box().value).toBe('A better text.')
  rerender(<IntroTemplate contact={{ ...contact, introTemplate: 'A better text.', ownIntro: own('Mine') }} />)
  expect(box().value).toBe('Mine')
  rerender(<IntroTemplate contact={{ ...contact, introTemplate: 'The best text.', ownIntro: own('Mine') }} />)
  expect(box().value).toBe('Mine')
})

test('an emptied field stays empty while it has focus, and shows the original text again on blur', async () => {
  const { rerender } = render(<IntroTemplate contact={{ ...contact, ownIntro: own('Mine') }} />)
  type('')
  await pause()
  expect(written).toEqual([{ intro: { contactId: contact.id, text: '' }, base: 'Mine' }])
  rerender(<IntroTemplate contact={contact} />)
  expect(box().value).toBe('')
  await act(async () => fireEvent.blur(box()))
  expect(box().value).toBe('Hello Marit, this is Tidepool.')
})

test('emptying an unedited introduction sends nothing', async () => {
  render(<IntroTemplate contact={contact} />)
  type('')
  await pause()
  expect(written).toEqual([])
})

test('a conflicting text of another device is resolved by the user', () => {
  const clash = { text: 'Theirs', by: 'laptop', at: '2026-11-21T10:00:00.000Z' }
  render(<IntroTemplate contact={{ ...contact, ownIntro: { ...own('Mine'), clashes: [clash] } }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Use instead of the introduction' }))
  expect(written).toMatchObject([{ intro: { text: 'Theirs', settles: [expect.any(String)] }, base: 'Mine' }])
})
