import { expect, test } from 'vitest'
import { toHtml } from './mail-html.ts'
import { type MailMessage, subjectOf, toText } from './mail-message.ts'

const message: MailMessage = {
  subject: 'Hello Ada\r\nBcc: everybody@example.com',
  paragraphs: [
    'Dear <script>alert("1")</script> & "friends",\r\n\r\n.\r\nMAIL FROM',
    { label: 'Open it', url: 'https://latchkey.example/verify-email#a&b"c' },
    { code: '123 456' },
  ],
}

test('user input cannot start another header', () => {
  expect(subjectOf(message)).toBe('Hello Ada Bcc: everybody@example.com')
})

test('user input is text, not markup', () => {
  const html = toHtml(message)
  expect(html).not.toContain('<script>')
  expect(html).toContain('Dear &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &quot;friends&quot;')
  expect(html).toContain('href="https://latchkey.example/verify-email#a&amp;b&quot;c"')
})

test('the text form and the HTML form have the same content', () => {
  const text = toText(message)
  for (const part of ['https://latchkey.example/verify-email#a&b"c', '123 456', 'Open it', 'MAIL FROM']) {
    expect(text).toContain(part)
    expect(toHtml(message)).toContain(part.replace('&', '&amp;').replace('"', '&quot;'))
  }
  // A paragraph is one line, so a typed dot cannot be a line of its own.
  expect(text).not.toMatch(/^\.$/m)
})

test('the first link is the button of the mail, and the preview is the first sentence after the greeting', () => {
  const html = toHtml({
    subject: 'New sign-in',
    paragraphs: [
      'Hello Ada,',
      'Chrome on Linux signed in.',
      { label: 'See your devices', url: 'https://latchkey.example/settings' },
      { label: 'Privacy Policy', url: 'https://latchkey.example/privacy-policy' },
    ],
  })
  expect(html.match(/class="action"[^>]*>([^<]*)</g)?.map((tag) => tag.replace(/.*>(.*)</, '$1'))).toEqual(['See your devices'])
  expect(html).toMatch(/display:none[^>]*>Chrome on Linux signed in\./)
})
