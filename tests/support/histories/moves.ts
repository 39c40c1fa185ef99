import fc from 'fast-check'

/** What may happen in a history. Numbers that pick something count modulo what there is to pick from. */
export type Move =
  | { do: 'create'; who: number; what: Wanted; node: number }
  | { do: 'pay'; try: number; card: 'good' | 'declined' | 'authenticates' }
  | { do: 'authenticate'; try: number; outcome: 'success' | 'fail' }
  | { do: 'confirm'; try: number; isOwner: boolean; node: number }
  | { do: 'refund'; try: number; isFull: boolean }
  | { do: 'refund fails'; try: number }
  | { do: 'dispute'; try: number }
  | { do: 'close dispute'; try: number; outcome: 'won' | 'lost' }
  | { do: 'deliver'; events: number[]; node: number }
  | { do: 'work'; jobs: number; node: number }
  | { do: 'reconcile'; node: number }
  | { do: 'list events'; node: number }
  | { do: 'wait'; minutes: number }
  | { do: 'reprice'; price: number }

export const WANTED = ['unlock listed', 'contact listed', 'unlock limited', 'person', 'scout', 'visibility'] as const
export type Wanted = (typeof WANTED)[number]

/** What happens at once, and the server that dies meanwhile, so many steps later. */
export type Round = { moves: Move[]; kill: { node: number; after: number } | null }
export type History = { rounds: Round[]; areWebhooksLost: boolean }

const node = fc.nat({ max: 1 })
const attempt = fc.nat({ max: 7 })
/** Two buyers want two things most of the time, so that they meet. */
const create = fc.record({
  do: fc.constant('create' as const),
  who: fc.constantFrom(0, 0, 0, 1, 2),
  what: fc.constantFrom(...WANTED, 'unlock listed' as const, 'scout' as const),
  node,
})

const move: fc.Arbitrary<Move> = fc.oneof(
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
  { weight: 2, arbitrary: fc.record({ do: fc.constant('dispute' as const), try: attempt }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('close dispute' as const),
      try: attempt,
      outcome: fc.constantFrom('won' as const, 'lost' as const),
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
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 6, 70, 25 * 60) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reprice' as const), price: fc.constantFrom(4900, 9900, 12_345) }) },
)

const round: fc.Arbitrary<Round> = fc.record({
  moves: fc.array(move, { minLength: 1, maxLength: 3 }),
  kill: fc.option(fc.record({ node, after: fc.integer({ min: 1, max: 24 }) }), { freq: 3 }),
})

export const history: fc.Arbitrary<History> = fc.record({
  // Every history begins with somebody who wants something, or little would ever happen.
  rounds: fc
    .tuple(create, fc.array(round, { minLength: 3, maxLength: 9 }))
    .map(([first, rest]) => [{ moves: [first], kill: null }, ...rest]),
  areWebhooksLost: fc.boolean(),
})
