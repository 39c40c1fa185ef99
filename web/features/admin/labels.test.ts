import { describe, expect, test } from 'vitest'
import { type AuditEntry, TAKEN_OFF_BY_RESET } from '#shared/admin/audit.ts'
import { actorOf, changesOf, verbOf } from '#web/features/admin/queues/audit/audit-labels.ts'
import { count, formatAge } from './format-figures.ts'
import { nextIndexFor } from './queue-list.tsx'
import { filterByTerms } from './sort-applications.ts'

const people = [{ texts: ['Zoë Müller', 'Ærø Capital', null] }, { texts: ['Ann One', undefined, 'DeFi'] }]
const found = (query: string) => filterByTerms(people, query, ({ texts }) => texts).map(({ texts }) => texts[0])

test.each([
  ['', ['Zoë Müller', 'Ann One']],
  ['muller zoe', ['Zoë Müller']],
  ['aero', ['Zoë Müller']],
  ['defi ANN', ['Ann One']],
  ['ann zoe', []],
  ['null', []],
])('the query %j matches %j, regardless of order, case and accents', (query, names) => {
  expect(found(query)).toEqual(names)
})

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 2],
  ['ArrowUp', 0, 0],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 1, undefined],
])('%s on line %i of three moves to line %s', (key, at, to) => {
  expect(nextIndexFor(key, at, 3)).toBe(to)
})

test('an age is shown in hours for the first four days', () => {
  expect([0, 1, 26, 95, 96, 200].map(formatAge)).toEqual(['under 1 h', '1 h', '26 h', '95 h', '4 days', '8 days'])
  expect([count(1, 'record'), count(0, 'record'), count(1200, 'record')]).toEqual(['1 record', '0 records', '1,200 records'])
})

describe('an entry of the audit log', () => {
  const line = (before: AuditEntry['before'], after: AuditEntry['after']) =>
    changesOf({ before, after } as AuditEntry).map(({ field, from, to }) => `${field}: ${from} to ${to}`)

  test('names only the fields that changed', () => {
    const before = { isVerified: false, reviewStatus: 'pending', reviewReason: null }
    expect(line(before, { ...before, reviewStatus: 'rejected', reviewReason: 'Too early.' })).toEqual([
      'Status: pending to rejected',
      'Reason: none to Too early.',
    ])
    expect(line(before, { ...before, isVerified: true })).toEqual(['Verified: no to yes'])
  })

  test('shows money in dollars, and the text of an answer', () => {
    expect(line({ price: 8000, isConfirmed: false }, { price: 120_000, isConfirmed: true })).toEqual([
      'Price: $80.00 to $1,200.00',
      'Confirmed: no to yes',
    ])
    expect(line({ status: 'open' }, { status: 'answered', reply: 'Use the link.' })).toEqual([
      'Status: open to answered',
      'Reply: none to Use the link.',
    ])
  })

  test('shows no values that were erased', () => {
    expect(line(null, null)).toEqual([])
  })

  test('names the system where no admin decided, and a former admin where the account is deleted', () => {
    const entry = { actor: null, targetType: 'vc', action: TAKEN_OFF_BY_RESET } as AuditEntry
    expect([actorOf(entry), verbOf(entry)]).toEqual(['The system', expect.stringContaining('took offline')])
    expect(actorOf({ ...entry, action: 'revoked' })).toBe('A former admin')
  })
})
