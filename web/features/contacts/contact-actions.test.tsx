import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { introOf } from '#shared/contacts/contract.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { MainActions } from './contact-actions.tsx'

afterEach(cleanup)

test('the link to an investor’s own calendar has one name, and a sentence that it leaves the app and costs nothing', () => {
  render(<MainActions contact={sampleContact({ meetingLink: 'https://www.calendly.example/marit' })} />)
  const link = screen.getByRole('link', { name: 'Book Another Call' })
  expect(link.getAttribute('href')).toBe('https://www.calendly.example/marit')
  const note = document.getElementById(link.getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toBe('Opens calendly.example, where Marit Moretti takes calls. We charge nothing for it.')
})

test('a contact without a calendar has neither the link nor the sentence', () => {
  render(<MainActions contact={sampleContact({ meetingLink: null })} />)
  expect(screen.queryByRole('link', { name: /Call/ })).toBeNull()
  expect(screen.queryByText(/^Opens /)).toBeNull()
})

const mailOf = (over: Parameters<typeof sampleContact>[0]) => {
  const contact = sampleContact(over)
  render(<MainActions contact={contact} intro={introOf(contact)} />)
  return new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Write an email' }).href).searchParams
}

test('the mail to a contact has the introduction in it, and names the blanks that are left', () => {
  const mail = mailOf({ introTemplate: 'Hi Marit,\n\nI am [your name].' })
  expect(mail.get('subject')).toBe('Introduction')
  expect(mail.get('body')).toBe('Hi Marit,\r\n\r\nI am [your name].')
  expect(screen.getByText('Fill in before you send it: [your name]')).toBeTruthy()
})

test('a text of the user replaces the generated one, without a blank there is no note, and a long one is copied instead', () => {
  const text = 'Dear Marit, a word about ports.'
  const ownIntro = { text, updatedAt: '2026-11-20T10:00:00.000Z', writtenBy: null, clashes: [] }
  expect(mailOf({ ownIntro }).get('body')).toBe(text)
  expect(screen.queryByText(/Fill in/)).toBeNull()
  cleanup()
  expect(mailOf({ introTemplate: 'x'.repeat(1501) }).get('body')).toBeNull()
})
