import { expect, test } from 'vitest'
import type { OrderId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import type { RequestEntry } from '#shared/unlocks/requests.ts'
import { historyRows } from './history-rows.ts'

const order = (over: Partial<OrderEntry>): OrderEntry => ({
  id: 'ord_1' as OrderId,
  kind: 'vc_unlock',
  targetId: 'recA',
  title: 'Marit Moretti',
  amount: cents(2500),
  status: 'paid',
  createdAt: '2026-03-02T10:00:00.000Z',
  receiptNumber: 7,
  paidAt: '2026-03-02T10:01:00.000Z',
  refund: null,
  ...over,
})
const request = (over: Partial<RequestEntry>): RequestEntry => ({
  id: 'intro:recB',
  vcId: 'recB' as VcId,
  vcName: 'Zeynep Becker',
  requestType: 'intro',
  message: null,
  answer: 'new',
  answerNote: null,
  createdAt: '2026-03-03T10:00:00.000Z',
  ...over,
})

test('requests and purchases are in one list, the latest first, and a paid request appears only as its purchase', () => {
  const lines = historyRows({
    orders: [order({})],
    requests: [request({}), request({ id: 'unlock:recA', requestType: 'unlock', vcId: 'recA' as VcId })],
  })
  expect(lines.map(({ what, title }) => `${what}: ${title}`)).toEqual([
    'Introduction requested: Zeynep Becker',
    'Contact: Marit Moretti',
  ])
})

test.each([
  [{}, '/contacts/recA', 'Unlocked'],
  [{ kind: 'meeting' }, '/calls', 'Paid'],
  [{ kind: 'meeting', status: 'refunded' }, '/calls', 'Refunded'],
  [{ status: 'refunded' }, '/vc/recA', 'Refunded'],
  [{ status: 'disputed' }, '/vc/recA', 'In dispute'],
  [{ kind: 'scout_publish', targetId: 'prj_1' }, '/project/prj_1', 'Paid'],
  [{ kind: 'decision_maker', targetId: 'dm_1' }, '/contacts', 'Unlocked'],
  [{ kind: 'decision_maker', targetId: 'dm_1', status: 'refunded' }, undefined, 'Refunded'],
] as const)('%j links to %s and has the label %s', (over, href, label) => {
  const [line] = historyRows({ orders: [order(over)], requests: [] })
  expect(line).toMatchObject({ standing: { word: label } })
  expect(line?.href).toBe(href)
})

test.each([
  ['new', 'Requested'],
  ['forwarded', 'Forwarded'],
  ['declined', 'Declined'],
] as const)('an introduction whose answer is %s has the label %s', (answer, word) => {
  expect(historyRows({ orders: [], requests: [request({ answer })] })).toMatchObject([{ standing: { word } }])
})
