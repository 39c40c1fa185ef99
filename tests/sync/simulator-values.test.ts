import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase } from '#tests/support/database/template-database.ts'
import type { ValueKind } from '#tests/sync/simulator/checks/shown-values.ts'
import { Backend } from '#tests/sync/simulator/environment/backend.ts'
import { type Base, makeBase } from './simulator/base.ts'
import { SimHistory } from './simulator/history.ts'
import type { Action, Fault, Step, TextKind } from './simulator/steps.ts'

/** Short histories in which the checks of values, numbers and people notice each missing rule: random ones meet few of them. */
let backend: Backend
let base: Base

beforeAll(async () => {
  const socketPath = inject('postgresSocket')
  const { database, drop } = await createDatabase(socketPath)
  backend = await Backend.start({ socketPath, database })
  base = await makeBase(backend)
  afterAll(async () => {
    await backend.stop()
    await drop()
  })
})

/** Two devices of one account, and a visitor who signs in to it. */
const [PHONE, LAPTOP, VISITOR] = [0, 1, 2]
const PERSON_ENTRY = 4

const acts = (device: number, action: Action, gap = 100): Step => ({ gap, by: 'person', device, tab: 0, action })
const syncs = (device: number): Step => acts(device, { do: 'sync' }, 5000)
const network = (conditions: 'off' | 'fine'): Step => {
  const fault: Fault = { do: 'network changes', conditions }
  return { gap: 5000, by: 'device', device: PHONE, fault }
}
const sets = (of: ValueKind, value: number, next?: ValueKind): Action => ({ do: 'set', of, next, vc: 0, value, isOnAll: false })
const writes = (of: TextKind, nth = 0, vc = 0): Action => ({ do: 'text', of, vc, nth, isWide: false, isOnAll: false })
const deletes: Action = { do: 'delete person', person: 0, isDeleted: true }

/** What both devices have seen, what the phone does without a network, and what the laptop does with one. */
const apart = (seen: Action[], onPhone: Action[], onLaptop: Action[], device = PHONE): Step[] => [
  ...[syncs(PHONE), syncs(LAPTOP)],
  ...seen.map((action) => acts(device, action)),
  ...[syncs(PHONE), syncs(LAPTOP), network('off')],
  ...onPhone.map((action) => acts(PHONE, action)),
  ...onLaptop.map((action) => acts(LAPTOP, action)),
  ...[syncs(LAPTOP), network('fine'), syncs(PHONE)],
]

const histories: Record<string, Step[]> = {
  'two values of a follow-up that are set offline are both kept': apart([], [sets('stage', 1, 'rating')], []),
  'a value of a follow-up leaves the others': apart([sets('stage', 1)], [sets('dueAt', 2)], []),
  'of two values of a deal the later one counts': apart([], [sets('probability', 2)], [sets('probability', 4)]),
  'of two amounts none is overwritten': apart([], [writes('amount')], [writes('amount')]),
  'of two targets none is overwritten': apart([], [writes('target')], [writes('target')]),
  'of two names of a stage none is overwritten': apart([], [writes('stage name')], [writes('stage name')]),
  'of two filters of a search none is overwritten': apart([writes('search')], [writes('filters')], [writes('filters')]),
  'of two texts for one field of a person none is overwritten': apart(
    [writes('person')],
    [writes('person', 3)],
    [writes('person', 3)],
  ),
  'a deletion of a person keeps what another device wrote': apart(
    [writes('person')],
    [deletes],
    [{ do: 'entry', about: PERSON_ENTRY }],
  ),
  'a day that one device sets stays when another one writes the text': apart(
    [{ do: 'entry', about: 0 }],
    [{ do: 'entry', about: 0 }],
    [sets('writtenOn', 3)],
    LAPTOP,
  ),
  'a tag of one device leaves that of the other': apart([sets('tag', 0)], [], [sets('tag', 1)]),
  'two tags that are added offline are both kept': apart([], [sets('tag', 0), sets('tag', 1)], []),
  'what a guest wrote about a person follows the person to a new id': [
    ...[syncs(PHONE), acts(PHONE, writes('person')), syncs(PHONE), acts(PHONE, writes('next step', 0, 1)), syncs(PHONE)],
    ...[syncs(VISITOR), acts(VISITOR, writes('person')), syncs(VISITOR), acts(VISITOR, writes('next step')), syncs(VISITOR)],
    ...[acts(VISITOR, { do: 'sign in', account: 0 }, 9000), syncs(VISITOR), syncs(PHONE)],
  ],
}

test.each(Object.entries(histories))('%s', async (_name, steps) => {
  const history = new SimHistory(backend, base, { seed: 2, devices: 3, initialConditions: [], isLive: false, steps })
  await expect(history.run()).resolves.toBeUndefined()
  expect(history.oracle.writes.length).toBeGreaterThan(1)
})
