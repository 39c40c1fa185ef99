import fc from 'fast-check'
import type { DisputeEnd } from './provider.ts'

/** The steps of a history. A number that selects an item counts modulo the number of items. */
export type Step =
  | { do: 'create'; who: number; what: Purchase; node: number }
  | { do: 'pay'; try: number; card: 'good' | 'declined' | 'authenticates' }
  | { do: 'authenticate'; try: number; outcome: 'success' | 'fail' }
  | { do: 'confirm'; try: number; isOwner: boolean; node: number }
  | { do: 'refund'; try: number; isFull: boolean }
  | { do: 'refund fails'; try: number }
  | { do: 'dispute'; try: number; isPart: boolean }
  | { do: 'prevent'; try: number }
  | { do: 'give back'; try: number }
  | { do: 'close dispute'; try: number; outcome: DisputeEnd }
  | { do: 'ask refund'; try: number; node: number }
  | { do: 'approve refund'; node: number }
  | { do: 'reject refund'; node: number }
  | { do: 'cancel call'; try: number; node: number }
  | { do: 'report missing'; try: number; node: number }
  | { do: 'show contact'; try: number; node: number }
  | { do: 'hand over'; node: number }
  | { do: 'move call'; try: number; node: number }
  | { do: 'agree on time'; try: number; node: number }
  | { do: 'investor ends call'; try: number; node: number }
  | { do: 'sign in'; who: number; node: number }
  | { do: 'seller leaves'; node: number }
  | { do: 'remove record'; node: number }
  | { do: 'leave'; who: number; node: number }
  | { do: 'take over'; who: number }
  | { do: 'prepare payout'; node: number }
  | { do: 'pay out'; node: number }
  | { do: 'disconnect bank'; node: number }
  | { do: 'stop payout'; node: number }
  | { do: 'claimant leaves'; who: number; node: number }
  | { do: 'drain'; cents: number }
  | { do: 'deliver'; events: number[]; node: number }
  | { do: 'work'; jobs: number; node: number }
  | { do: 'reconcile'; node: number }
  | { do: 'list events'; node: number }
  | { do: 'wait'; minutes: number }
  | { do: 'reprice'; price: number }

export const PURCHASES = [
  'unlock listed',
  'contact listed',
  'unlock limited',
  'person',
  'scout',
  'visibility',
  'call soon',
  'call later',
] as const
export type Purchase = (typeof PURCHASES)[number]

/** Steps that run in parallel, and the server that dies during them, after this many queries. */
export type Round = { steps: Step[]; kill: { node: number; after: number } | null }
export type History = { rounds: Round[]; areWebhooksLost: boolean }

/** In minutes. */
const DAY = 24 * 60

const node = fc.nat({ max: 1 })
const attempt = fc.nat({ max: 7 })
/** Mostly two buyers and two targets, so that they compete. */
const create = fc.record({
  do: fc.constant('create' as const),
  who: fc.constantFrom(0, 0, 0, 1, 2),
  what: fc.constantFrom(...PURCHASES, 'unlock listed' as const, 'call later' as const),
  node,
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: create },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      try: attempt,
      card: fc.constantFrom('good' as const, 'good' as const, 'good' as const, 'declined' as const, 'authenticates' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('authenticate' as const),
      try: attempt,
      outcome: fc.constantFrom('success' as const, 'fail' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('confirm' as const),
      try: attempt,
      isOwner: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
      node,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), try: attempt, isFull: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund fails' as const), try: attempt }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ask refund' as const), try: attempt, node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('approve refund' as const), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reject refund' as const), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel call' as const), try: attempt, node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('report missing' as const), try: attempt, node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('show contact' as const), try: attempt, node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hand over' as const), node }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('move call' as const, 'agree on time' as const), try: attempt, node }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('investor ends call' as const), try: attempt, node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign in' as const), who: fc.constantFrom(0, 1), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('seller leaves' as const, 'remove record' as const), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), who: fc.constantFrom(0, 1), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('prepare payout' as const), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay out' as const), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('disconnect bank' as const, 'stop payout' as const), node }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('claimant leaves' as const), who: fc.constantFrom(0, 1), node }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('dispute' as const),
      try: attempt,
      isPart: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('prevent' as const), try: attempt }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('give back' as const), try: attempt }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('close dispute' as const),
      try: attempt,
      outcome: fc.constantFrom(
        'won' as const,
        'won' as const,
        'lost' as const,
        'lost' as const,
        'appeal_needs_response' as const,
        'appeal_under_review' as const,
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      events: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 4 }),
      node,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('work' as const), jobs: fc.integer({ min: 1, max: 4 }), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconcile' as const), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('list events' as const), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 6, 16, 25 * 60, 9 * DAY) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reprice' as const), price: fc.constantFrom(4900, 9900, 12_345) }) },
)

const kill = fc.option(fc.record({ node, after: fc.integer({ min: 1, max: 24 }) }), { freq: 3 })

const round: fc.Arbitrary<Round> = fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 3 }), kill })

const buy = (who: number, what: Purchase): Step => ({ do: 'create', who, what, node: who })
const pay = (index: number): Step => ({ do: 'pay', try: index, card: 'good' })
const disputed = (index: number): Step => ({ do: 'dispute', try: index, isPart: false })
const ends = (index: number, outcome: DisputeEnd): Step => ({ do: 'close dispute', try: index, outcome })
const confirmStatus = (index: number): Step => ({ do: 'confirm', try: index, isOwner: true, node: index })

/**
 * The first steps of the difficult cases, which random steps alone would rarely reach. Steps between and after them are random.
 */
const openings: Step[][][] = [
  // One contact, bought in both ways in parallel.
  [
    [buy(0, 'unlock listed'), buy(0, 'contact listed')],
    [pay(0), pay(1)],
  ],
  // The last place of a week, and two buyers.
  [
    [buy(0, 'unlock limited'), buy(1, 'unlock limited')],
    [pay(0), pay(1)],
  ],
  // A slot that was held, expired, was sold to another buyer, and is paid for anyway.
  [[buy(0, 'call later')], [{ do: 'wait', minutes: 16 }], [buy(1, 'call later')], [pay(1)], [confirmStatus(1)], [pay(0)]],
  // Both ways to publish one project.
  [[buy(0, 'scout')], [buy(0, 'visibility'), pay(0)], [pay(1), confirmStatus(0)]],
  // A price that changes between two clicks.
  [[buy(2, 'unlock listed')], [{ do: 'reprice', price: 4900 }], [buy(2, 'unlock listed'), pay(0)], [pay(1)]],
  // Bought, disputed, bought again, and then the first dispute is won.
  [
    [buy(0, 'unlock listed'), { do: 'wait', minutes: 1 }],
    [pay(0)],
    [confirmStatus(0), disputed(0)],
    [confirmStatus(0)],
    [buy(0, 'unlock listed')],
    [pay(1)],
    [confirmStatus(1)],
    [ends(0, 'won')],
  ],
  // Lost, appealed, and finally won.
  [
    [buy(0, 'unlock listed')],
    [pay(0)],
    [confirmStatus(0), disputed(0)],
    [ends(0, 'lost')],
    [confirmStatus(0)],
    [ends(0, 'appeal_under_review')],
    [ends(0, 'won')],
  ],
  // Refunded, and disputed as well: the bank takes money that is no longer there, and returns a part of it.
  [
    [buy(0, 'unlock listed')],
    [pay(0)],
    [confirmStatus(0), { do: 'refund', try: 0, isFull: true }],
    [disputed(0), confirmStatus(0)],
    [ends(0, 'lost')],
    [confirmStatus(0), { do: 'give back', try: 0 }],
    [{ do: 'refund fails', try: 0 }],
  ],
  // Paid out, and refunded after that; a later sale makes up for it.
  [
    [buy(0, 'unlock listed'), { do: 'take over', who: 0 }],
    [pay(0)],
    [confirmStatus(0), { do: 'wait', minutes: 31 * DAY }],
    [{ do: 'prepare payout', node: 0 }],
    [
      { do: 'pay out', node: 0 },
      { do: 'refund', try: 0, isFull: false },
    ],
    [disputed(0)],
    [ends(0, 'lost')],
  ],
  // A transfer that the balance does not cover, while its payee leaves, loses the record or the bank account, and nodes die.
  [
    [buy(0, 'unlock listed'), { do: 'take over', who: 0 }],
    [pay(0)],
    [confirmStatus(0), { do: 'wait', minutes: 31 * DAY }],
    [
      { do: 'prepare payout', node: 0 },
      { do: 'drain', cents: 5000 },
    ],
    [{ do: 'pay out', node: 0 }],
    [
      { do: 'work', jobs: 4, node: 0 },
      { do: 'stop payout', node: 1 },
    ],
    [
      { do: 'take over', who: 1 },
      { do: 'drain', cents: -5000 },
    ],
    [
      { do: 'claimant leaves', who: 0, node: 1 },
      { do: 'work', jobs: 4, node: 0 },
    ],
  ],
  [
    [buy(0, 'unlock listed'), buy(1, 'unlock listed'), { do: 'take over', who: 0 }],
    [pay(0), pay(1)],
    [confirmStatus(0), confirmStatus(1), { do: 'wait', minutes: 31 * DAY }],
    [{ do: 'prepare payout', node: 0 }],
    [
      { do: 'pay out', node: 0 },
      { do: 'disconnect bank', node: 1 },
    ],
    [
      { do: 'work', jobs: 4, node: 0 },
      { do: 'work', jobs: 4, node: 1 },
    ],
    [{ do: 'prepare payout', node: 0 }],
    [
      { do: 'pay out', node: 1 },
      { do: 'work', jobs: 4, node: 0 },
    ],
  ],
  // A record that changes its owner while a batch for its first claimant is open, and a batch that is paid at that moment.
  [
    [buy(0, 'unlock listed'), buy(1, 'unlock listed')],
    [pay(0), pay(1)],
    [confirmStatus(0), confirmStatus(1), { do: 'take over', who: 0 }],
    [{ do: 'wait', minutes: 31 * DAY }],
    [
      { do: 'prepare payout', node: 0 },
      { do: 'prepare payout', node: 1 },
    ],
    [
      { do: 'take over', who: 1 },
      { do: 'pay out', node: 0 },
    ],
    [{ do: 'wait', minutes: 31 * DAY }],
    [{ do: 'pay out', node: 0 }],
    [
      { do: 'prepare payout', node: 0 },
      { do: 'pay out', node: 1 },
    ],
  ],
  // A call that is cancelled while its bank disputes it.
  [
    [buy(0, 'call later')],
    [pay(0)],
    [confirmStatus(0)],
    [disputed(0), { do: 'cancel call', try: 0, node: 0 }],
    [{ do: 'work', jobs: 4, node: 0 }],
    [ends(0, 'won')],
  ],
  // A call that took place, and that the founder reports as missed.
  [
    [buy(0, 'call soon')],
    [pay(0)],
    [confirmStatus(0), { do: 'wait', minutes: 25 * 60 }],
    [{ do: 'report missing', try: 0, node: 0 }],
    [{ do: 'work', jobs: 4, node: 0 }],
    [{ do: 'reject refund', node: 0 }],
  ],
  // The contact of a call is shown, its buyer cancels, and the slot is moved, all in parallel.
  [
    [buy(0, 'call later')],
    [pay(0)],
    [confirmStatus(0)],
    [
      { do: 'show contact', try: 0, node: 0 },
      { do: 'cancel call', try: 0, node: 1 },
    ],
    [
      { do: 'move call', try: 0, node: 0 },
      { do: 'hand over', node: 1 },
    ],
  ],
  // The investor proposes another time and the founder accepts it, while a node hands over the contact or the founder cancels.
  [
    [buy(0, 'call later')],
    [pay(0)],
    [confirmStatus(0)],
    [
      { do: 'agree on time', try: 0, node: 0 },
      { do: 'hand over', node: 1 },
    ],
    [
      { do: 'agree on time', try: 0, node: 0 },
      { do: 'cancel call', try: 0, node: 1 },
    ],
  ],
  // A guest and a member buy one contact, and the guest signs in during the payment.
  [
    [buy(2, 'unlock listed'), buy(0, 'unlock listed'), buy(2, 'call later')],
    [pay(0), pay(1), pay(2)],
    [
      { do: 'sign in', who: 0, node: 0 },
      { do: 'work', jobs: 4, node: 1 },
    ],
    [confirmStatus(0), confirmStatus(1)],
  ],
  // An investor leaves, or is removed, while a buyer pays and a bank disputes.
  [
    [buy(0, 'unlock limited'), buy(1, 'call later'), buy(2, 'unlock listed')],
    [pay(0), pay(1)],
    [confirmStatus(0), disputed(1)],
    [pay(2), { do: 'seller leaves', node: 0 }, { do: 'remove record', node: 1 }],
    [ends(1, 'won')],
  ],
  // A buyer leaves with a future call and an unfinished payment.
  [[buy(0, 'call later'), buy(0, 'unlock listed')], [pay(0)], [confirmStatus(0)], [{ do: 'leave', who: 0, node: 0 }, pay(1)]],
  [
    [buy(0, 'call later')],
    [pay(0)],
    [confirmStatus(0)],
    [{ do: 'refund', try: 0, isFull: true }],
    [confirmStatus(0)],
    [buy(1, 'call later')],
    [pay(1), confirmStatus(1)],
    [{ do: 'refund fails', try: 0 }],
  ],
]

/** Half of all histories begin with one purchase, the others with one of the difficult cases. */
const opening: fc.Arbitrary<Round[]> = fc.oneof(
  create.map((first) => [{ steps: [first], kill: null }]),
  fc
    .tuple(fc.constantFrom(...openings), fc.array(fc.option(step, { freq: 2 }), { minLength: 8, maxLength: 8 }), kill)
    .map(([rounds, between, death]) =>
      rounds.map((steps, index) => {
        const other = between[index]
        return { steps: other ? [...steps, other] : steps, kill: index === rounds.length - 1 ? death : null }
      }),
    ),
)

export const history: fc.Arbitrary<History> = fc.record({
  rounds: fc.tuple(opening, fc.array(round, { minLength: 2, maxLength: 7 })).map(([first, rest]) => [...first, ...rest]),
  areWebhooksLost: fc.boolean(),
})
