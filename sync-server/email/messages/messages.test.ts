import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toText } from '#server/email/mail-message.ts'
import { investorCall, mailModules, sampleMails } from '#tests/support/samples/mails.ts'
import { resetPassword } from './accounts.ts'
import { callTomorrow } from './bookings.ts'

const builders = Object.entries(mailModules).flatMap(([file, module]) =>
  Object.entries(module).flatMap(([name, value]) =>
    typeof value === 'function' && name !== 'adminUrl' ? [`${file}.${name}`] : [],
  ),
)
const builderOf = (name: string) => name.replace(/:.*/, '')

test('every file of mails is known here', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !name.includes('.test.'))
  expect(Object.keys(mailModules)).toHaveLength(files.length)
})

test('every mail has a sample, which `bun run mails` renders', () => {
  const sampled = new Set(Object.keys(sampleMails).map(builderOf))
  expect(builders.filter((name) => !sampled.has(name))).toEqual([])
})

test('two different mails have different subjects', () => {
  const subjects = Map.groupBy(Object.entries(sampleMails), ([, { subject }]) => subject)
  const shared = [...subjects].filter(([, mails]) => new Set(mails.map(([name]) => builderOf(name))).size > 1)
  expect(shared.map(([subject, mails]) => `${subject}: ${mails.map(([name]) => name).join(', ')}`)).toEqual([])
})

/** Digests for admins, and alerts for operators. */
const NO_GREETING = /^(admin|alerts)\./

test.each(Object.entries(sampleMails).filter(([name]) => !NO_GREETING.test(name)))(
  '%s greets its reader',
  (_, { paragraphs }) => {
    expect(paragraphs[0]).toMatch(/^Hello\b.*,$/)
  },
)

test('a long name is cut in the greeting', () => {
  const { paragraphs } = resetPassword('a'.repeat(500), 'https://latchkey.example/reset-password', { isFirstProof: false })
  expect(paragraphs[0]).toBe(`Hello ${'a'.repeat(60)},`)
})

test.each(Object.entries(sampleMails))('%s writes days in words', (_, message) => {
  expect(toText(message).replaceAll(/https?:\S+/g, '')).not.toMatch(/\d{4}-\d\d-\d\d/)
})

const MAX_SUBJECT_LENGTH = 78
const MAX_TEXT_LENGTH = 1400

test.each(Object.entries(sampleMails))('%s is short, and has one main action', (_, message) => {
  const { subject, paragraphs } = message
  expect(subject.length).toBeLessThanOrEqual(MAX_SUBJECT_LENGTH)
  expect(toText(message).length).toBeLessThanOrEqual(MAX_TEXT_LENGTH)
  const links = paragraphs.filter((paragraph) => typeof paragraph !== 'string' && 'url' in paragraph)
  // The place of a meeting, a policy, or the receipt and its restoring may follow the action.
  expect(links.length).toBeLessThanOrEqual(3)
  expect(paragraphs.filter((paragraph) => typeof paragraph === 'string').every((text) => text.length > 0)).toBe(true)
})

test.each([
  ['a founder who has the contact', { role: 'founder', contactFrom: null }, 'Iris Halloran has not added a video link yet.'],
  ['a founder who gets the contact later', { role: 'founder', contactFrom: '2027-01-09T10:00:00.000Z' }, undefined],
  [
    'an investor with an account',
    { role: 'investor', page: 'https://latchkey.example/calls' },
    'Your listing has no video link.',
  ],
  ['an investor without an account', { role: 'investor', page: null }, 'There is no video link yet.'],
] as const)('a reminder of a call without a link says what to do, to %s', (_, reader, sentence) => {
  const facts = { ...investorCall, counterpart: 'Iris Halloran', meetingLink: null, contactFrom: null, ...reader }
  const text = toText(callTomorrow(facts))
  expect(text).not.toContain('Join')
  if (sentence) expect(text).toContain(sentence)
  else expect(text).not.toContain('video link')
})

test.each(['calls.reportContested', 'calls.missingReported'])(
  '%s leads an admin to the queue where the price is decided',
  (name) => {
    expect(sampleMails[name]?.paragraphs).toContainEqual(
      expect.objectContaining({ url: expect.stringContaining('queue=refunds') }),
    )
  },
)
