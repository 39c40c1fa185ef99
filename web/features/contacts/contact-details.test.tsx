import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { ContactDetails } from './contact-details.tsx'

test('a detail with a safe address is a link; one without is text', () => {
  render(
    <ContactDetails
      contact={sampleContact({ email: 'ada@fund.example', telegram: 'not a handle!', website: 'javascript:alert(1)' })}
    />,
  )
  expect(screen.getByRole('link', { name: 'ada@fund.example' }).getAttribute('href')).toBe('mailto:ada@fund.example')
  for (const text of ['not a handle!', 'javascript:alert(1)']) expect(screen.getByText(text).closest('a')).toBeNull()
})
