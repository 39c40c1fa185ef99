import { expect, test } from 'vitest'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { contactLines, displayLink } from './contact-lines.ts'

test('only existing details are listed, the most direct first', () => {
  const contact = sampleContact({ meetingLink: 'https://calendly.com/marit', linkedinUrl: null, twitterUrl: null, website: null })
  expect(contactLines(contact).map(({ kind, href }) => [kind, href])).toEqual([
    ['email', 'mailto:marit@northgate-ventures.example'],
    ['telegram', 'https://t.me/marit_moretti'],
    ['meeting', 'https://calendly.com/marit'],
  ])
})

test('a link that could run code or mislead is text, never a link', () => {
  const contact = sampleContact({
    website: 'javascript:alert(1)',
    telegram: '@no',
    meetingLink: 'https://user:pass@host.example',
  })
  const hrefs = Object.fromEntries(contactLines(contact).map(({ kind, href }) => [kind, href]))
  expect(hrefs).toMatchObject({ website: undefined, telegram: undefined, meeting: undefined })
})

test('an address cannot inject headers into the message it opens', () => {
  const [email] = contactLines(sampleContact({ email: 'a@b.example?bcc=c@d.example&subject=x' }))
  expect(email?.href).toBe('mailto:a%40b.example%3Fbcc%3Dc@d.example%26subject%3Dx')
})

test('links are shown without their scheme', () => {
  expect(displayLink('https://www.linkedin.com/in/marit/')).toBe('linkedin.com/in/marit')
})
