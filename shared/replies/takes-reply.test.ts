import { expect, test } from 'vitest'
import { takesReply, waitsForReply } from './takes-reply.ts'

const NOW = Date.parse('2026-11-27T12:00:00Z')
const paid = { requestType: 'unlock' as const, status: 'paid', reply: null, createdAt: '2026-11-20T12:00:00Z' }
const reply = { choice: 'yes' as const, text: '', repliedAt: '2026-11-21T12:00:00Z' }

test.each([
  ['a purchase', paid, true, true],
  ['a requested introduction', { ...paid, requestType: 'intro' as const, status: 'pending' }, true, true],
  ['a request without a payment', { ...paid, status: 'pending' }, true, false],
  ['a disputed purchase', { ...paid, status: 'disputed' }, true, false],
  ['a refunded purchase', { ...paid, status: 'refunded' }, false, false],
  ['a purchase with a reply', { ...paid, reply }, false, false],
  ['a purchase of 30 days ago', { ...paid, createdAt: '2026-10-28T12:00:00Z' }, true, false],
  ['a purchase of almost 30 days ago', { ...paid, createdAt: '2026-10-28T12:00:01Z' }, true, true],
])('%s takes a reply: %s; the founder waits for one', (_, request, takes, waits) => {
  expect([takesReply(request), waitsForReply(request, NOW)]).toEqual([takes, waits])
})
