import { expect, test } from 'vitest'
import { bodyLimitOf } from '#server/http/body/body-limits.ts'
import { MAX_HAVE } from '#shared/sync/pull.ts'
import { MAX_PUSH_BYTES, MAX_PUSH_REPLACED } from '#shared/sync/push.ts'
import { leastCost, MAX_BYTES, MAX_MS } from '#tests/support/request-cost.ts'
import { JSON_HEADERS, MAX_MUTATIONS_MS, pushOf, setUp } from './setup.ts'

const { visitor, costOf } = await setUp()

const filled = (bytes: number, opening: string, each: string, closing: string) =>
  opening + each.repeat(Math.floor((bytes - opening.length - closing.length) / each.length)) + closing
/** Each label of its domain can end in two ways. */
const noAddress = (bytes: number) => `a@${'a.'.repeat(Math.max(0, bytes / 2))}!`
const ticket = () => ({ id: crypto.randomUUID(), name: 'Ada', subject: 'A question', message: 'x'.repeat(30) })
const haveOf = (count: number, version: unknown, keyLength = 60) =>
  JSON.stringify({
    have: { notes: Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`.padStart(keyLength, 'rec'), version])) },
  })

/** Inputs that are cheap to write and costly to read, as large as the largest call accepts. */
type Shape = [name: string, make: (bytes: number) => string, mostMs?: number]

const shapes: Shape[] = [
  ['a flat list of numbers', (bytes) => filled(bytes, '{"email":[0', ',0', ']}')],
  ['a flat list of empty lists', (bytes) => filled(bytes, '{"email":[0', ',[]', ']}')],
  ['lists of 30 levels, many', (bytes) => filled(bytes, '{"email":[0', `,${'['.repeat(30)}${']'.repeat(30)}`, ']}')],
  ['brackets that only open', (bytes) => '['.repeat(bytes)],
  ['one long text', (bytes) => filled(bytes, '{"email":"', 'x', '"}')],
  ['one long text of escapes', (bytes) => filled(bytes, '{"email":"', '\\u0041', '"}')],
  ['one long text like an error message', (bytes) => filled(bytes, '{"email":"', ': Expected ', '"}')],
  ['one long number', (bytes) => filled(bytes, '{"email":1', '7', '}')],
  ['one long key', (bytes) => filled(bytes, '{"', 'k', '":1}')],
  ['blanks', (bytes) => filled(bytes, '{"email":', ' ', '1}')],
  ['invalid mutations', (bytes) => filled(bytes, '{"clientId":"x","mutations":[{}', ',{}', ']}')],
]

const pushes: Shape[] = [
  [
    '100 notes of the greatest length',
    (bytes) => pushOf((at) => ['contact.note', { contactId: `rec${at}`, text: 'x'.repeat(Math.max(0, bytes / 100 - 300)) }]),
  ],
  [
    '100 notes of letters of two bytes',
    () => pushOf((at) => ['contact.note', { contactId: `rec${at}`, text: 'é'.repeat(9999) }]),
    MAX_MUTATIONS_MS,
  ],
  ['one invalid address', (bytes) => pushOf(() => ['support.submit', { ...ticket(), email: noAddress(bytes - 500) }], 1)],
  ['100 invalid addresses', (bytes) => pushOf(() => ['support.submit', { ...ticket(), email: noAddress(bytes / 100 - 400) }])],
  [
    '100 drafts that the database cannot store',
    (bytes) => pushOf(() => ['project.saveDraft', { changes: { companyName: '\0'.repeat(Math.max(0, bytes / 600 - 60)) } }]),
  ],
  ...(['madeAt', 'isCast'] as const).map(
    (field): Shape => [
      `texts like an error message, as many as fit, in ${field}`,
      (bytes) => {
        const text = ': Expected '.repeat(5900)
        const count = Math.floor(bytes / (text.length + 300))
        return pushOf(() => ['vote.cast', { projectId: 'p1', isCast: field === 'isCast' ? text : true }], count).replaceAll(
          /"madeAt":"[^"]*"/g,
          (madeAt) => (field === 'madeAt' ? `"madeAt":"${text}"` : madeAt),
        )
      },
    ],
  ),
  [
    'mutations that replace thousands of invalid others',
    () => pushOf(() => ['investor.save', { vcId: 'rec', isSaved: true }, { replaces: Array.from({ length: 3900 }, () => 1) }], 5),
  ],
  [
    '100 mutations, each of which replaces 100 invalid others',
    () => pushOf(() => ['investor.save', { vcId: 'rec', isSaved: true }, { replaces: Array(100).fill(1) }]),
  ],
  [
    'a note whose base has 19,900 wrong steps',
    () => pushOf(() => ['contact.note', { contactId: 'rec', text: '' }, { base: { text: '', steps: Array(19_900).fill(1) } }], 1),
  ],
  [
    'a follow-up and a rename whose bases have 9,000 wrong fields',
    () => {
      const base = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`a${at}`, 1]))
      const names = ['profile.rename', 'contact.follow-up'] as const
      return pushOf((at) => [names[at] as string, { firstName: 'Ada', contactId: 'rec', dueOn: null }, { base }], 2)
    },
  ],
  [
    'a draft with a base of 19,000 fields',
    () => {
      const settles = Object.fromEntries(Array.from({ length: 19_000 }, (_, at) => [`${'k'.repeat(50)}${at}`, 1]))
      return pushOf(() => ['project.saveDraft', { changes: {}, settles }], 1)
    },
  ],
  [
    '100 mutations that are applied, and replace as many others as allowed',
    () => {
      const replaces = () => Array.from({ length: MAX_PUSH_REPLACED / 100 }, () => Bun.randomUUIDv7())
      return pushOf((at) => ['investor.save', { vcId: `rec${at}`, isSaved: true }, { replaces: replaces() }])
    },
    MAX_MUTATIONS_MS,
  ],
]

const pulls: Shape[] = [
  ['as many documents as allowed, all wrong', () => haveOf(MAX_HAVE, 'x')],
  ['as many documents as allowed, with keys that are too long', () => haveOf(59_000, 1, 65)],
  [
    'as many collections as fit, with names that are too long',
    () =>
      JSON.stringify({ have: Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`${at}`.padStart(65, 'x'), {}])) }),
  ],
  ['as many doubtful collections as fit, all wrong', () => JSON.stringify({ mark: '', doubtful: Array(59_000).fill(1) })],
  [
    'as many hashes as fit, all wrong',
    () => JSON.stringify({ mark: '', hashes: Object.fromEntries(Array.from({ length: 59_000 }, (_, at) => [`c${at}`, 1])) }),
  ],
  ['as many documents as a device may name', () => haveOf(MAX_HAVE, 1)],
  ['as many documents as a guest may name', () => haveOf(10_000, 1)],
]

const atLimit = (path: string) => [path, bodyLimitOf(path).bytes - 10] as const
type Target = readonly [path: string, bytes: number]
/** The largest body that each call accepts, and one that is too large for all but one call. */
const everywhere: Target[] = [
  ['/api/newsletter-signup', MAX_PUSH_BYTES],
  ...['/api/newsletter-signup', '/api/sync/push', '/api/sync/me', '/api/stripe/webhook', '/no/such/page'].map(atLimit),
]

async function expectCheap([, make, mostMs = MAX_MS]: Shape, targets: Target[]) {
  for (const [path, bytes] of targets) {
    const text = make(bytes)
    const send = async () => {
      const { status } = await visitor().send(path, { method: 'POST', body: text, headers: JSON_HEADERS })
      expect(status, path).toBeLessThan(500)
    }
    const { threadMs, grownBytes } = await leastCost((limitMs) => costOf(send, limitMs), mostMs)
    expect(threadMs, `${path} with ${text.length} bytes takes processor time`).toBeLessThan(mostMs)
    expect(grownBytes, `${path} with ${text.length} bytes takes memory`).toBeLessThan(MAX_BYTES)
  }
}

test.each(shapes)('%s costs a node almost nothing, in any call', (...shape) => expectCheap(shape, everywhere))

test.each(pushes)('a push of %s costs a node less than 100 ms and 50 MB', (...shape) =>
  expectCheap(shape, [atLimit('/api/sync/push')]),
)

test.each(pulls)('a pull that names %s costs a node less than 100 ms and 50 MB', (...shape) =>
  expectCheap(shape, [atLimit('/api/sync/me')]),
)
