import { expect, test } from 'vitest'
import type { OrderKind } from '#shared/orders/contract.ts'
import { type EarningStatus, earningStatusOf } from './maturity.ts'

const at = (text: string) => Date.parse(`2026-11-${text}Z`)
const paidAt = at('01T10:00:00')

type Case = [
  about: string,
  sale: {
    kind: OrderKind
    isContested?: boolean
    isReserved?: boolean
    takenOverAt?: number
    call?: { endsAt: number; isOff: boolean }
  },
  now: number,
  standing: EarningStatus,
]

const cases: Case[] = [
  ['just sold', { kind: 'vc_unlock' }, paidAt, 'window'],
  ['the last moment of the guarantee', { kind: 'vc_unlock' }, at('09T00:00:00') - 1, 'window'],
  ['after the guarantee', { kind: 'vc_unlock' }, at('09T00:00:00'), 'matured'],
  ['a large sale of a new investor, after the guarantee', { kind: 'vc_unlock', isReserved: true }, at('09T00:00:00'), 'window'],
  [
    'a large sale of a new investor, after thirty days',
    { kind: 'vc_unlock', isReserved: true },
    at('30T10:00:00') + 24 * 3_600_000,
    'matured',
  ],
  [
    'a sale of a claimed record, thirty days after the claim',
    { kind: 'vc_unlock', takenOverAt: at('10T10:00:00') },
    at('30T10:00:00') + 10 * 24 * 3_600_000,
    'matured',
  ],
  [
    'a sale of a claimed record, a millisecond earlier',
    { kind: 'vc_unlock', takenOverAt: at('10T10:00:00') },
    at('30T10:00:00') + 10 * 24 * 3_600_000 - 1,
    'window',
  ],
  [
    'a future call of a claimed record',
    { kind: 'meeting', takenOverAt: paidAt, call: { endsAt: at('30T12:30:00'), isOff: false } },
    at('30T12:30:00') + 24 * 3_600_000,
    'window',
  ],
  ['the other order kind for a contact', { kind: 'vc_contact' }, at('09T00:00:00'), 'matured'],
  ['disputed within the window', { kind: 'vc_unlock', isContested: true }, at('02T00:00:00'), 'held'],
  ['disputed after it', { kind: 'vc_unlock', isContested: true }, at('20T00:00:00'), 'held'],
  ['a call to come', { kind: 'meeting', call: { endsAt: at('15T12:30:00'), isOff: false } }, at('10T00:00:00'), 'window'],
  [
    'a call that has ended, while its founder may report a no-show',
    { kind: 'meeting', call: { endsAt: at('15T12:30:00'), isOff: false } },
    at('22T12:30:00') - 1,
    'window',
  ],
  [
    'a call after the no-show period',
    { kind: 'meeting', call: { endsAt: at('15T12:30:00'), isOff: false } },
    at('22T12:30:00'),
    'matured',
  ],
  [
    'a call right after its payment, within the guarantee',
    { kind: 'meeting', call: { endsAt: at('01T11:30:00'), isOff: false } },
    at('09T00:00:00') - 1,
    'window',
  ],
  ['a cancelled call', { kind: 'meeting', call: { endsAt: at('02T12:30:00'), isOff: true } }, at('20T00:00:00'), 'held'],
  ['a meeting without a booking', { kind: 'meeting' }, at('20T00:00:00'), 'held'],
  [
    'a held call, disputed',
    { kind: 'meeting', isContested: true, call: { endsAt: at('02T12:30:00'), isOff: false } },
    at('20T00:00:00'),
    'held',
  ],
]

test.each(cases)('%s', (_, { isContested = false, ...sale }, now, standing) => {
  expect(earningStatusOf({ ...sale, paidAt, isContested }, now)).toBe(standing)
})
