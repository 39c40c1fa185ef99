import { expect, test } from 'vitest'
import type { TicketId } from '#shared/ids.ts'
import { slaLabel } from './ticket-entry.tsx'

const now = new Date(2026, 10, 24, 12)
const at = (hour: number) => new Date(2026, 10, 24, hour).toISOString()
const ticket = { id: 'tck_1' as TicketId, status: 'open' as const, answerBy: at(16), messages: [], deliveries: new Map() }
const answer = { id: 'msg_1', from: 'team' as const, text: 'Done.', createdAt: at(9) }

test.each([
  [{}, 'Reply by 16:00 today'],
  [{ answerBy: at(10) }, 'Our reply was due by 10:00 today. Sorry for the delay.'],
  [{ answerBy: null }, 'Received'],
  [{ status: 'answered' as const, answerBy: at(10), messages: [answer] }, 'Answered at 09:00 today'],
  [{ status: 'closed' as const, messages: [answer] }, 'Closed, answered at 09:00 today'],
  [{ status: 'closed' as const }, 'Closed'],
  [{ deliveries: new Map([['tck_1', { kind: 'waiting' as const }]]) }, 'Saved on this device. Sends when you are online'],
  [{ deliveries: new Map([['tck_1', { kind: 'refused' as const, message: '' }]]) }, 'Not accepted: see the outbox'],
])('a ticket with %j shows: %s', (about, label) => {
  expect(slaLabel({ ...ticket, ...about } as Parameters<typeof slaLabel>[0], now)).toBe(label)
})
