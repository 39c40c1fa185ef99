import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
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
