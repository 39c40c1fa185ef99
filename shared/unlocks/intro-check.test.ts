import { describe, expect, test } from 'vitest'
import { quickestMs } from '#tests/support/quickest.ts'
import { introFault, MAX_INTRO_BODY } from './intro-check.ts'

const known = [
  'Tidepool',
  'Instant settlement for ports. Live in 3 ports since 2024, 40% growth, $1.2M in revenue.',
  'Harbour Ventures',
  'Grace Listed',
  'Seed',
  'We back infrastructure and DeFi teams in Europe.',
]
const GOOD =
  'Tidepool gives ports instant settlement, and we are live in 3 ports since 2024. Your thesis names infrastructure, which is what we build. That is why we write to Harbour Ventures at the Seed stage.'
const withText = (text: string) => `${GOOD} ${text}`

test('a text based on the profiles is accepted', () => {
  expect(introFault(GOOD, known)).toBeUndefined()
  expect(
    introFault(withText('Growing by 40% with $1.2M in revenue, we would like to hear what you think of it.'), known),
  ).toBeUndefined()
  expect(
    introFault(withText('I think that DeFi, in Europe, is close to it.\n\nCurrently we build for ports.'), known),
  ).toBeUndefined()
})

test.each([
  'We settle port fees at once. Ports in Europe no longer wait for money, and their ships leave on time. Teams like ours build infrastructure, and that is what your fund looks for.',
  'Because Harbour Ventures backs infrastructure, we think that Tidepool fits. Settlements today take days; we make them instant. Growth came from ports that told other ports about us.',
  'Tidepool’s settlement is live. Our revenue grows, and so does the number of ports: with each new one, the next is easier. Your focus on DeFi teams in Europe is why I write to you.',
])('a text whose sentences begin with words of the profiles is accepted: %s', (text) =>
  expect(introFault(text, known)).toBeUndefined(),
)

describe('a text is rejected', () => {
  test.each([
    ['empty', ''],
    ['too short', 'We build.'],
    ['too long', `${GOOD} ${'We build for ports. '.repeat(80)}`],
  ])('with the wrong length: %s', (_, text) => expect(introFault(text, known)).toBe('length'))

  test.each([
    'See https://evil.example for more.',
    'See www.evil.example for more.',
    'See evil.example for more.',
    'See javascript://x for more.',
    'Our site is tidepool.io as well.',
  ])('with a link: %s', (text) => expect(introFault(withText(text), known)).toBe('link'))

  test.each([
    'Write to eve@evil.example for more.',
    'Reach us at @evil_handle any time.',
    'Call us at +4420 any time.',
    'Send it to 0xdeadbeef00 now.',
    `Send it to bc1${'q9'.repeat(20)} now.`,
  ])('with an address: %s', (text) => expect(introFault(withText(text), known)).toBe('address'))

  test.each([
    'We are [your company] of ports.',
    'We are {company} of ports.',
    'We are .... of ports.',
    'We are your company of ports.',
    'It is TBD which port is next.',
    'As an AI we cannot say.',
    "I'm sorry that it is so.",
  ])('with a placeholder or an apology: %s', (text) => expect(introFault(withText(text), known)).toBe('blank'))

  test.each([
    'We are in 30 ports.',
    'It is 3% of them.',
    'We have $3 left.',
    'We made $1.2B of it.',
    'We have a million ports.',
    'It has doubled since.',
  ])('with a figure that is in no profile: %s', (text) => expect(introFault(withText(text), known)).toBe('figure'))

  test.each([
    'We work with Sequoia on it.',
    'Sequoia backs us.',
    'We met Peter there.',
    'We are in Hamburg.',
    'We use ΤΙDΕΡΟΟL.',
    '投資家の皆様へ。',
  ])('with a name that is in no profile: %s', (text) => expect(introFault(withText(text), known)).toBe('name'))

  test.each(['**Tidepool** is live.', '<b>Tidepool</b> is live.', '# Tidepool', '`Tidepool` is live.', '\n- Tidepool is live.'])(
    'with markup: %s',
    (text) => expect(introFault(withText(text), known)).toBe('markup'),
  )

  test.each(['\u202eevil', 'a\u200bb', '\u0007', 'a\rb'])('with invisible characters: %j', (text) =>
    expect(introFault(withText(text), known)).toBe('unseen'),
  )
})

test('the check is fast on a text designed to slow it down', () => {
  const checkAll = () => {
    for (const part of ['1,', 'a.', ' ', '[', 'A', '$1 ']) introFault(part.repeat(MAX_INTRO_BODY).slice(0, MAX_INTRO_BODY), known)
  }
  expect(quickestMs(checkAll, 500)).toBeLessThan(500)
})
