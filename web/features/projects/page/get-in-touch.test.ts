import { expect, test } from 'vitest'
import { contactLink } from './get-in-touch.tsx'

test.each([
  ['founders@tally.example', 'Tally', 'mailto:founders@tally.example?subject=Interest%20in%20Tally'],
  ['a@tally.example', null, 'mailto:a@tally.example?subject=Interest%20in%20your%20project'],
  ['a@tally.example', '   ', 'mailto:a@tally.example?subject=Interest%20in%20your%20project'],
  ['a+b@tally.example', 'R&D = 50%?', 'mailto:a%2Bb@tally.example?subject=Interest%20in%20R%26D%20%3D%2050%25%3F'],
  // No header injection: line ends and ampersands are encoded as text.
  [
    'a@tally.example',
    'X\r\nBcc: all@evil.example&body=hi',
    'mailto:a@tally.example?subject=Interest%20in%20X%20Bcc%3A%20all%40evil.example%26body%3Dhi',
  ],
  ['a@tally.example?cc=all@evil.example', 'Tally', undefined],
  ['a@tally.example,b@evil.example', 'Tally', undefined],
  ['a@tally.example\r\nBcc: b@evil.example', 'Tally', undefined],
  ['javascript:alert(1)', 'Tally', undefined],
  ['not an address', 'Tally', undefined],
  [null, 'Tally', undefined],
])('the mail link to %j of %j is %s', (email, companyName, link) => {
  expect(contactLink({ email, companyName })).toBe(link)
})

test('half a surrogate pair at the cut does not fail', () => {
  expect(() => contactLink({ email: 'a@b.example', companyName: `${'x'.repeat(99)}💶` })).not.toThrow()
})
