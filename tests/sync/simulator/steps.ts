import fc from 'fast-check'
import type { Cut } from '#tests/sync/simulator/environment/backend.ts'
import type { Weather } from '#tests/sync/simulator/environment/network.ts'

/** A text that two devices of one person can edit: two of a listing, the place where a contact was met, the first name. */
export type TextKind = 'bio' | 'location' | 'place' | 'name'

/** What a person does in a tab of theirs. `tab` picks one of those that are open. */
export type Deed =
  | { do: 'note' | 'intro' | 'follow-up'; vc: number }
  | { do: 'feedback' | 'support' | 'write on' | 'report' | 'join' }
  /** Several messages of great length, one after the other: more than one request carries. */
  | { do: 'write much'; times: number }
  | { do: 'listing'; price: number }
  | { do: 'save'; vc: number; isOn: boolean }
  | { do: 'vote'; isOn: boolean }
  | { do: 'draft'; field: 'companyName' | 'description' }
  /** `vc` picks one of the contacts that are held. On all: each device of the account writes it at the same time. */
  | { do: 'text'; of: TextKind; vc: number; isOnAll: boolean }
  | { do: 'sign in'; account: number }
  | { do: 'sign out' }
  | { do: 'sync' }

/** What a form keeps by itself a moment after it was typed, whatever is done elsewhere meanwhile. */
export type Keeping = Extract<Deed, { do: 'note' | 'intro' | 'follow-up' | 'draft' | 'text' }>

/** What befalls a device. */
export type Event =
  | { do: 'weather'; weather: Weather }
  | { do: 'tab opens' }
  | { do: 'tab dies'; tab: number; deliveries: number }
  | { do: 'guest buys'; vc: number }
  | { do: 'worker wakes'; deliveries: number }
  | { do: 'disk is full'; writes: number }
  /** Timers, the network and other tabs do not reach it meanwhile; whoever uses it wakes it. */
  | { do: 'tab sleeps'; tab: number; ms: number }
  /** The browser ends, and what no strict transaction has brought to the disk is gone. */
  | { do: 'power goes' }
  /** As after a thousand changes of the directory. */
  | { do: 'changes are folded'; tab: number }
  /** Its person looks again and again whether anything has come. */
  | { do: 'looks often' }
  /** The server, or what stands before it, refuses every private request. */
  | { do: 'refused'; status: number; ms: number }
  | { do: 'clock jumps'; days: number }
  | { do: 'cookies go' }

/** What others do, or what befalls the server. */
export type Affair =
  | { do: 'list'; vc: number }
  | { do: 'unlist'; vc: number }
  | { do: 'delist'; vc: number }
  | { do: 'grant' | 'revoke'; account: number; vc: number }
  | { do: 'session expires'; account: number }
  | { do: 'session is ended'; account: number }
  | { do: 'node dies'; queries: number }
  /** Counted from the next push on. */
  | ({ do: 'cut' } & Cut)
  /** Somebody lists a record in a transaction that stays open for so long. */
  | { do: 'commits late'; ms: number }
  | { do: 'database is restored' }
  | { do: 'snapshot is built' }

/** After so many milliseconds of the history's own time. */
export type Step = {
  gap: number /** With the step before it, in the middle of whatever that does: after so many turns of the event loop. */
  turns?: number | undefined
} & (
  | { by: 'person'; device: number; tab: number; deed: Deed }
  | { by: 'tab'; device: number; tab: number; deed: Keeping }
  | { by: 'device'; device: number; event: Event }
  | { by: 'others'; affair: Affair }
)

export type Script = {
  seed: number
  devices: number
  /** In which each device begins. */
  weathers: Weather[]
  isLive: boolean
  steps: Step[]
}

const vc = fc.nat(3)
const account = fc.nat(1)
const is = <Word extends string>(...words: Word[]) => fc.constantFrom(...words)
const often = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary })

const text = fc.record({ do: is('text'), of: is('bio', 'location', 'place', 'name'), vc, isOnAll: fc.boolean() })

const deed: fc.Arbitrary<Deed> = fc.oneof(
  often(10, fc.record({ do: is('note'), vc })),
  often(2, fc.record({ do: is('follow-up', 'intro'), vc })),
  often(4, fc.record({ do: is('save'), vc, isOn: fc.boolean() })),
  often(2, fc.record({ do: is('vote'), isOn: fc.boolean() })),
  often(4, fc.record({ do: is('draft'), field: is('companyName', 'description') })),
  often(5, text),
  often(3, fc.record({ do: is('sign in'), account })),
  often(2, fc.record({ do: is('sign out') })),
  often(1, fc.record({ do: is('sync') })),
  often(4, fc.record({ do: is('feedback', 'support', 'write on', 'write on') })),
  often(1, fc.record({ do: is('report', 'join') })),
  often(1, fc.record({ do: is('listing'), price: fc.nat(5) })),
  often(1, fc.record({ do: is('write much'), times: fc.integer({ min: 2, max: 16 }) })),
)

const keeping: fc.Arbitrary<Keeping> = fc.oneof(
  often(2, fc.record({ do: is('note'), vc })),
  often(1, fc.record({ do: is('draft'), field: is('companyName', 'description') })),
  often(1, text),
)

const event: fc.Arbitrary<Event> = fc.oneof(
  often(4, fc.record({ do: is('weather'), weather: is('fine', 'basement', 'basement', 'slow', 'off') })),
  often(2, fc.record({ do: is('tab opens') })),
  often(4, fc.record({ do: is('tab dies'), tab: fc.nat(2), deliveries: fc.oneof(fc.nat(12), fc.nat(40), fc.nat(120)) })),
  often(1, fc.record({ do: is('guest buys'), vc })),
  often(2, fc.record({ do: is('worker wakes'), deliveries: fc.oneof(fc.nat(60), fc.constant(1000)) })),
  often(1, fc.record({ do: is('disk is full'), writes: fc.integer({ min: 1, max: 6 }) })),
  often(2, fc.record({ do: is('tab sleeps'), tab: fc.nat(2), ms: fc.integer({ min: 1000, max: 90_000 }) })),
  often(1, fc.record({ do: is('power goes') })),
  often(1, fc.record({ do: is('changes are folded'), tab: fc.nat(2) })),
  often(1, fc.record({ do: is('looks often') })),
  often(
    1,
    fc.record({ do: is('refused'), status: fc.constantFrom(403, 404, 429, 503), ms: fc.integer({ min: 1000, max: 60_000 }) }),
  ),
  often(1, fc.record({ do: is('clock jumps'), days: fc.integer({ min: -40, max: 40 }) })),
  often(1, fc.record({ do: is('cookies go') })),
)

const affair: fc.Arbitrary<Affair> = fc.oneof(
  often(2, fc.record({ do: is('list', 'unlist', 'delist'), vc })),
  often(3, fc.record({ do: is('grant', 'revoke'), account, vc })),
  often(2, fc.record({ do: is('session expires', 'session is ended'), account })),
  often(2, fc.record({ do: is('node dies'), queries: fc.nat(40) })),
  often(
    4,
    fc.record({ do: is('cut'), ends: is('connection', 'connection', 'node'), messages: fc.nat(24), isSent: fc.boolean() }),
  ),
  often(2, fc.record({ do: is('commits late'), ms: fc.nat(60_000) })),
  often(1, fc.record({ do: is('database is restored', 'snapshot is built') })),
)

const gap = fc.oneof(often(10, fc.nat(150)), often(8, fc.nat(3_000)), often(3, fc.nat(30_000)), often(1, fc.nat(400_000)))

/** A quarter of the steps happen at once with the one before. */
const turns = fc.oneof(often(3, fc.constant(undefined)), often(1, fc.nat(8)))

const step = (devices: number): fc.Arbitrary<Step> => {
  const device = fc.nat(devices - 1)
  return fc.oneof(
    often(12, fc.record({ gap, turns, by: is('person'), device, tab: fc.nat(2), deed })),
    often(3, fc.record({ gap, turns, by: is('tab'), device, tab: fc.nat(2), deed: keeping })),
    often(7, fc.record({ gap, turns, by: is('device'), device, event })),
    often(5, fc.record({ gap, turns, by: is('others'), affair })),
  )
}

/** Mostly few devices, for their histories are the ones that get entangled; sometimes many. */
const devices = fc.oneof(
  often(6, fc.constant(3)),
  often(3, fc.integer({ min: 4, max: 5 })),
  often(1, fc.integer({ min: 6, max: 8 })),
)

export const script: fc.Arbitrary<Script> = devices.chain((count) =>
  fc.record({
    seed: fc.nat(0x7fffffff),
    devices: fc.constant(count),
    weathers: fc.array(is('fine', 'basement', 'basement', 'slow'), { minLength: count, maxLength: count }),
    isLive: fc.nat(3).map((n) => n === 0),
    steps: fc.array(step(count), { minLength: 8, maxLength: 24, size: 'max' }),
  }),
)
