import fc from 'fast-check'
import type { ValueKind } from '#tests/sync/simulator/checks/shown-values.ts'
import type { Cut } from '#tests/sync/simulator/environment/backend.ts'
import type { NetworkConditions } from '#tests/sync/simulator/environment/network.ts'

/**
 * A text or a number that two devices of one user can edit and that is never overwritten: two fields of a listing, the place where a
 * contact was met, the first name, a field of a person whom the user adds with it, texts and amount of the deal with a contact, name,
 * target and own stage names of the round, name and filters of a search that the user saves with them.
 */
export type TextKind =
  | 'bio'
  | 'location'
  | 'place'
  | 'name'
  | 'person'
  | 'next step'
  | 'source'
  | 'pass reason'
  | 'amount'
  | 'round'
  | 'target'
  | 'stage name'
  | 'search'
  | 'filters'

/** An action of a user in a tab. `tab` selects one of the open tabs. */
export type Action =
  | { do: 'note' | 'intro'; vc: number }
  /** A note about a person whom the user may have added. */
  | { do: 'note on person'; person: number }
  | { do: 'delete person'; person: number; isDeleted: boolean }
  /** A person whom the user may have added, into one of the contacts. */
  | { do: 'join people'; person: number; into: number }
  /** The dated entry about one of the contacts: the investors, then the people whom the user may have added. */
  | { do: 'entry'; about: number }
  | { do: 'delete entry'; about: number; isDeleted: boolean }
  /** A photo about one of the contacts. */
  | { do: 'photo'; about: number }
  /** `photo` selects one of those that the screen shows. */
  | { do: 'delete photo'; photo: number }
  /** One of the user's templates for the first mail. */
  | { do: 'template'; template: number }
  | { do: 'feedback' | 'support' | 'write on' | 'report' | 'join' }
  /** Several long messages, one after the other: more than one request carries. */
  | { do: 'write much'; times: number }
  | { do: 'listing'; price: number }
  | { do: 'save'; vc: number; isOn: boolean }
  | { do: 'vote'; isOn: boolean }
  | { do: 'draft'; field: 'companyName' | 'description' }
  /** `vc` selects one of the contacts shown. `isOnAll`: each device of the account writes it at the same time. */
  /** `nth` selects a field of a person or the name of a stage, `isWide` the field after it as well. */
  | { do: 'text'; of: TextKind; vc: number; nth: number; isWide: boolean; isOnAll: boolean }
  /** A value of one of the contacts, or the day of one of the entries, of which the later one counts; and at once another one. */
  | { do: 'set'; of: ValueKind; next: ValueKind | undefined; vc: number; value: number; isOnAll: boolean }
  /** `call` selects one of the calls without a rating. `isOnAll`: each device of the account rates it at the same time. */
  | { do: 'rate'; call: number; isOnAll: boolean }
  /** A day of the week, and at once another one; each with a range of hours that no other change has. */
  | { do: 'hours'; day: number; nextDay: number | undefined; isOnAll: boolean }
  /** Opens one of the unread notices, or the list of them. */
  | { do: 'read'; notice: number | 'all' }
  /** Adds a tag to one of the contacts. `removes` selects one of those shown, which is removed. */
  | { do: 'tag'; vc: number; removes: number | undefined }
  | { do: 'sign in'; account: number }
  | { do: 'sign out' }
  | { do: 'sync' }

/** What a form autosaves shortly after typing, in parallel with other actions. */
export type AutosaveAction = Extract<
  Action,
  { do: 'note' | 'note on person' | 'entry' | 'template' | 'intro' | 'draft' | 'text' }
>

/** A fault of one device. */
export type Fault =
  | { do: 'network changes'; conditions: NetworkConditions }
  | { do: 'tab opens' }
  | { do: 'tab dies'; tab: number; deliveries: number }
  | { do: 'guest buys'; vc: number }
  | { do: 'worker wakes'; deliveries: number }
  | { do: 'disk is full'; writes: number }
  /** Timers, the network and other tabs do not reach it until it wakes; using it wakes it. */
  | { do: 'tab sleeps'; tab: number; ms: number }
  /** The browser ends, and everything that was not flushed by a strict transaction is lost. */
  | { do: 'power goes' }
  /** As after a thousand changes of the directory. */
  | { do: 'changes are compacted'; tab: number }
  /** Its user requests a sync again and again. */
  | { do: 'looks often' }
  /** The server, or a proxy before it, refuses every private request. */
  | { do: 'refused'; status: number; ms: number }
  | { do: 'clock jumps'; days: number }
  | { do: 'cookies go' }

/** An action of other users, or an event of the server. */
export type ExternalEvent =
  | { do: 'list'; vc: number }
  | { do: 'unlist'; vc: number }
  | { do: 'delete record'; vc: number }
  | { do: 'grant' | 'revoke'; account: number; vc: number }
  /** Something is noticed for an account. */
  | { do: 'notice'; account: number }
  | { do: 'session expires'; account: number }
  | { do: 'session is ended'; account: number }
  | { do: 'node dies'; queries: number }
  /** Counted from the next push on. */
  | ({ do: 'cut' } & Cut)
  /** Another user lists a record in a transaction that stays open for this long. */
  | { do: 'commits late'; ms: number }
  | { do: 'database is restored' }
  | { do: 'snapshot is built' }

export type Step = {
  /** Milliseconds of virtual time since the step before. */
  gap: number
  /** When set, the step runs in the middle of the step before it: after this many turns of the event loop. */
  turns?: number | undefined
} & (
  | { by: 'person'; device: number; tab: number; action: Action }
  | { by: 'tab'; device: number; tab: number; action: AutosaveAction }
  | { by: 'device'; device: number; fault: Fault }
  | { by: 'others'; event: ExternalEvent }
)

export type Script = {
  seed: number
  devices: number
  /** The initial network conditions of each device. */
  initialConditions: NetworkConditions[]
  isLive: boolean
  steps: Step[]
}

const vc = fc.nat(3)
const about = fc.nat(6)
const account = fc.nat(1)
const person = fc.nat(2)
const template = fc.nat(1)
const is = <Literal extends string>(...literals: Literal[]) => fc.constantFrom(...literals)
const weighted = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary })

const text = fc.record({
  do: is('text'),
  of: is(
    ...(['bio', 'location', 'place', 'name', 'person', 'person', 'person', 'next step', 'source', 'pass reason'] as const),
    ...(['amount', 'amount', 'round', 'target', 'stage name', 'search', 'filters'] as const),
  ),
  vc,
  // Mostly the same field, so that two devices write it.
  nth: fc.oneof(fc.nat(1), fc.nat(9)),
  isWide: fc.boolean(),
  isOnAll: fc.boolean(),
})

const valueKind = is(
  ...(['stage', 'stage', 'rating', 'dueAt', 'dueAt', 'remindByMail', 'instrument', 'probability', 'commitment'] as const),
  ...(['tag', 'tag', 'writtenOn', 'writtenOn'] as const),
)
const set = fc.record({
  ...{ do: is('set'), of: valueKind, next: fc.option(valueKind, { nil: undefined, freq: 1 }), vc },
  ...{ value: fc.nat(7), isOnAll: fc.boolean() },
})

const action: fc.Arbitrary<Action> = fc.oneof(
  weighted(10, fc.record({ do: is('note'), vc })),
  weighted(1, fc.record({ do: is('intro'), vc })),
  weighted(7, set),
  weighted(3, fc.record({ do: is('note on person'), person })),
  weighted(1, fc.record({ do: is('delete person'), person, isDeleted: fc.boolean() })),
  weighted(3, fc.record({ do: is('join people'), person, into: about })),
  weighted(6, fc.record({ do: is('entry'), about })),
  weighted(3, fc.record({ do: is('delete entry'), about, isDeleted: fc.boolean() })),
  weighted(3, fc.record({ do: is('template'), template })),
  weighted(4, fc.record({ do: is('photo'), about })),
  weighted(1, fc.record({ do: is('delete photo'), photo: fc.nat(3) })),
  weighted(4, fc.record({ do: is('save'), vc, isOn: fc.boolean() })),
  weighted(2, fc.record({ do: is('vote'), isOn: fc.boolean() })),
  weighted(4, fc.record({ do: is('draft'), field: is('companyName', 'description') })),
  weighted(8, text),
  weighted(3, fc.record({ do: is('rate'), call: fc.nat(1), isOnAll: fc.boolean() })),
  weighted(
    3,
    fc.record({ do: is('hours'), day: fc.nat(2), nextDay: fc.option(fc.nat(2), { nil: undefined }), isOnAll: fc.boolean() }),
  ),
  weighted(3, fc.record({ do: is('read'), notice: fc.oneof(fc.nat(2), is('all')) })),
  weighted(2, fc.record({ do: is('tag'), vc, removes: fc.option(fc.nat(2), { nil: undefined }) })),
  weighted(3, fc.record({ do: is('sign in'), account })),
  weighted(2, fc.record({ do: is('sign out') })),
  weighted(1, fc.record({ do: is('sync') })),
  weighted(4, fc.record({ do: is('feedback', 'support', 'write on', 'write on') })),
  weighted(1, fc.record({ do: is('report', 'join') })),
  weighted(1, fc.record({ do: is('listing'), price: fc.nat(5) })),
  weighted(1, fc.record({ do: is('write much'), times: fc.integer({ min: 2, max: 16 }) })),
)

const autosaveAction: fc.Arbitrary<AutosaveAction> = fc.oneof(
  weighted(2, fc.record({ do: is('note'), vc })),
  weighted(1, fc.record({ do: is('note on person'), person })),
  weighted(1, fc.record({ do: is('entry'), about })),
  weighted(1, fc.record({ do: is('template'), template })),
  weighted(1, fc.record({ do: is('draft'), field: is('companyName', 'description') })),
  weighted(1, text),
)

const fault: fc.Arbitrary<Fault> = fc.oneof(
  weighted(4, fc.record({ do: is('network changes'), conditions: is('fine', 'lossy', 'lossy', 'slow', 'off') })),
  weighted(2, fc.record({ do: is('tab opens') })),
  weighted(4, fc.record({ do: is('tab dies'), tab: fc.nat(2), deliveries: fc.oneof(fc.nat(12), fc.nat(40), fc.nat(120)) })),
  weighted(1, fc.record({ do: is('guest buys'), vc })),
  weighted(2, fc.record({ do: is('worker wakes'), deliveries: fc.oneof(fc.nat(60), fc.constant(1000)) })),
  weighted(1, fc.record({ do: is('disk is full'), writes: fc.integer({ min: 1, max: 6 }) })),
  weighted(2, fc.record({ do: is('tab sleeps'), tab: fc.nat(2), ms: fc.integer({ min: 1000, max: 90_000 }) })),
  weighted(1, fc.record({ do: is('power goes') })),
  weighted(1, fc.record({ do: is('changes are compacted'), tab: fc.nat(2) })),
  weighted(1, fc.record({ do: is('looks often') })),
  weighted(
    1,
    fc.record({ do: is('refused'), status: fc.constantFrom(403, 404, 429, 503), ms: fc.integer({ min: 1000, max: 60_000 }) }),
  ),
  weighted(1, fc.record({ do: is('clock jumps'), days: fc.integer({ min: -40, max: 40 }) })),
  weighted(1, fc.record({ do: is('cookies go') })),
)

const event: fc.Arbitrary<ExternalEvent> = fc.oneof(
  weighted(2, fc.record({ do: is('list', 'unlist', 'delete record'), vc })),
  weighted(3, fc.record({ do: is('grant', 'revoke'), account, vc })),
  weighted(2, fc.record({ do: is('session expires', 'session is ended'), account })),
  weighted(3, fc.record({ do: is('notice'), account })),
  weighted(2, fc.record({ do: is('node dies'), queries: fc.nat(40) })),
  weighted(
    4,
    fc.record({ do: is('cut'), ends: is('connection', 'connection', 'node'), messages: fc.nat(24), isSent: fc.boolean() }),
  ),
  weighted(2, fc.record({ do: is('commits late'), ms: fc.nat(60_000) })),
  weighted(1, fc.record({ do: is('database is restored', 'snapshot is built') })),
)

const gap = fc.oneof(
  weighted(10, fc.nat(150)),
  weighted(8, fc.nat(3_000)),
  weighted(3, fc.nat(30_000)),
  weighted(1, fc.nat(400_000)),
)

/** A quarter of the steps run in parallel with the step before. */
const turns = fc.oneof(weighted(3, fc.constant(undefined)), weighted(1, fc.nat(8)))

const step = (devices: number): fc.Arbitrary<Step> => {
  const device = fc.nat(devices - 1)
  return fc.oneof(
    weighted(12, fc.record({ gap, turns, by: is('person'), device, tab: fc.nat(2), action })),
    weighted(3, fc.record({ gap, turns, by: is('tab'), device, tab: fc.nat(2), action: autosaveAction })),
    weighted(7, fc.record({ gap, turns, by: is('device'), device, fault })),
    weighted(5, fc.record({ gap, turns, by: is('others'), event })),
  )
}

/** Mostly few devices, since their histories interleave most; sometimes many. */
const devices = fc.oneof(
  weighted(6, fc.constant(3)),
  weighted(3, fc.integer({ min: 4, max: 5 })),
  weighted(1, fc.integer({ min: 6, max: 8 })),
)

export const script: fc.Arbitrary<Script> = devices.chain((count) =>
  fc.record({
    seed: fc.nat(0x7fffffff),
    devices: fc.constant(count),
    initialConditions: fc.array(is('fine', 'lossy', 'lossy', 'slow'), { minLength: count, maxLength: count }),
    isLive: fc.boolean(),
    steps: fc.array(step(count), { minLength: 8, maxLength: 24, size: 'max' }),
  }),
)
