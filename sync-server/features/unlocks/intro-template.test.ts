import { expect, test } from 'vitest'
import { greetingName, introTemplate } from './intro-template.ts'

const investor = { name: 'Grace Listed', fund: 'Harbour Ventures' }

test('the message of a founder with a project names the founder and the reason', () => {
  const project = { name: 'Tidepool', about: 'Instant settlement for ports.', stage: 'Seed' }
  expect(introTemplate({ investor, founder: { name: 'Ada Member', project } })).toBe(`Hi Grace,

I am Ada Member, founder of Tidepool: Instant settlement for ports.
We are at the Seed stage, and what Harbour Ventures backs matches what we build.

Would you have 15 minutes in the coming days? I am glad to send our deck ahead.

Best regards,
Ada Member`)
})

test('the message of a guest has placeholders', () => {
  const text = introTemplate({ investor: { name: '', fund: null }, founder: undefined })
  expect(text).toContain('Hi there,')
  expect(text).toContain('[one sentence about your company]')
  expect(text).toContain('[your name]')
})

test('user input stays on its line', () => {
  const project = { name: 'Two\nLines', about: 'x'.repeat(5000), stage: null }
  const text = introTemplate({ investor, founder: { name: null, project } })
  expect(text).toContain('the founder of Two Lines')
  expect(text.length).toBeLessThan(1200)
})

test.each([
  ['Grace Listed', 'Grace'],
  ['Dr. Grace Listed', 'Grace'],
  ['  Ines   Duarte ', 'Ines'],
  ['J. Doe', 'J. Doe'],
  ['山本 芽衣', '山本 芽衣'],
  ['يوسف فاروق', 'يوسف'],
  ['Windrose Fund', 'Windrose Fund team'],
  [' ', undefined],
])('an investor called "%s" is greeted as %s', (name, greeted) => {
  expect(greetingName({ name, fund: 'Windrose Fund' })).toBe(greeted)
})
