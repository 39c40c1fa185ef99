import assert from 'node:assert/strict'
import { inArray } from 'drizzle-orm'
import { processedMutations } from '#drizzle/schema/index.ts'
import { privateCollections } from '#shared/sync/collections.ts'
import type { Doc } from '#shared/sync/protocol.ts'
import { VCS } from '#tests/sync/simulator/base.ts'
import type { SimDevice } from '#tests/sync/simulator/device.ts'
import { ORIGIN } from '#tests/sync/simulator/environment/backend.ts'
import type { SimHistory } from '#tests/sync/simulator/history.ts'
import type { Person } from '#tests/sync/simulator/person.ts'
import { type Contents, contentsOf, readDirectory } from '#tests/sync/support/device-contents.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import { checkDeletions } from './check-deletions.ts'
import { checkFacts } from './check-facts.ts'
import { checkNewIds } from './check-new-ids.ts'
import { checkPhotos } from './check-photos.ts'
import { checkTexts } from './check-texts.ts'
import { checkValues } from './check-values.ts'
import { isOf, type Write } from './written.ts'

/**
 * The expected state of every device, as the server returns it now: queried once for the directory and once for each principal.
 */
export class ServerState {
  private directoryContents: Promise<Contents> | undefined
  private readonly own = new Map<string, Promise<Contents>>()

  constructor(private readonly history: SimHistory) {}

  directory(): Promise<Contents> {
    const { backend, world } = this.history
    this.directoryContents ??= backend.during(world.directory())
    return this.directoryContents
  }

  /** The private documents of the principal that the server finds for this browser. */
  of({ device, intended, network }: Person): Promise<Contents> {
    const name = intended?.principalId ?? device.name
    const known = this.own.get(name) ?? this.query(network.cookies)
    this.own.set(name, known)
    return known
  }

  private async query(cookies: ReadonlyMap<string, string>): Promise<Contents> {
    const headers = new Headers({ 'content-type': 'application/json', origin: ORIGIN })
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const body = JSON.stringify({ have: {} })
    const reply = await this.history.backend.handle(new Request(`${ORIGIN}/api/sync/me`, { method: 'POST', headers, body }))
    return reply?.status === 200 ? contentsOf((await reply.json()).put) : {}
  }
}

/** @throws when a device is not as expected after convergence: signed in as the intended principal, and up to date */
export async function checkDevice(person: Person, serverState: ServerState): Promise<void> {
  const { device, intended } = person
  const principal = intended?.principalId ?? 'guest'
  const who = `${device.name} as ${intended?.name ?? 'guest'}`
  const tab = person.tab()
  assert(!person.isBusy, `${who}: an action is unfinished`)
  if (!device.wasFull) same(tab.fault, undefined, `${who}: the storage`)
  same([device.pointer?.principal, device.pointer?.leaving], [principal, []], `${who}: the principal`)
  const expected = [device.directoryName, privateDatabaseName(principal)].sort()
  assert(!device.sealedFor.includes(principal), `${who}: something is still sealed`)
  // A sealed outbox of another account waits there for that account; no code can read it without its key.
  const readable = device.disk.databases().filter((name) => name !== 'latchkey-sealed')
  same(readable.sort(), expected, `${who}: the databases that are left`)
  const waiting = device.outboxOf(principal).filter(({ state }) => state === 'waiting')
  same(waiting, [], `${who}: pending mutations`)
  if (await tab.directory.getMeta('sparing')) assert(device.wasFull, `${who}: the directory was evicted`)
  else same(await readDirectory(tab.directory), await serverState.directory(), `${who}: the directory`)
  const stored = privateCollections.map((name) => [name, device.disk.read(privateDatabaseName(principal), name) as Doc[]])
  same(contentsOf(Object.fromEntries(stored)), await serverState.of(person), `${who}: the private documents`)
}

/** @throws when a tab shows a directory that differs from the server's */
export async function checkStores({ tabs, name, wasFull }: SimDevice, serverState: ServerState): Promise<void> {
  if (wasFull) return
  const { investors = {} } = await serverState.directory()
  for (const { store } of tabs) {
    if (!store) continue
    const { items } = store.set.index.query({ sort: 'name' })
    const shown = Object.fromEntries(items.map((doc) => [doc.id, JSON.parse(JSON.stringify(doc))]))
    same(shown, investors, `${name}: what a tab shows of the directory`)
  }
}

/** Each acknowledged write has exactly one effect, for its owner, or is kept as rejected with its text, or was discarded. */
export async function checkWrites(history: SimHistory) {
  const { oracle, backend, people, accounts } = history
  const ids = oracle.writes.map(({ id }) => id)
  const marks = ids.length ? await backend.db.select().from(processedMutations).where(inArray(processedMutations.id, ids)) : []
  const texts = oracle.writes.filter(({ hasMessage }) => hasMessage).map(({ message }) => message)
  const effects = await backend.database.sql<{ principal_id: string; text: string }[]>`
    select principal_id, text from note_effects where text in ${backend.database.sql(texts.length ? texts : [''])} order by place`
  const aside = people.flatMap(({ device, intended }) => device.outboxOf(intended?.principalId ?? 'guest'))
  const drafts = people.flatMap(({ device, intended }) =>
    intended ? JSON.stringify(device.disk.read(privateDatabaseName(intended.principalId), 'ownProject')) : [],
  )
  const notes = await backend.database.sql<{ principal_id: string; message: string }[]>`
    select principal_id, text || ' ' || clashes::text as message from contact_notes
    union all select principal_id, text || ' ' || clashes::text from contact_entries
    union all select principal_id, text || ' ' || clashes::text from mail_templates`
  for (const write of oracle.writes) {
    if (write.isNote && oracle.isTaken(write.token)) {
      checkNote(write)
      continue
    }
    const mark = marks.find(({ id }) => id === write.id)
    const entry = aside.find(({ id }) => id === write.id)
    if (mark?.status === 'applied') assert(!entry, `${write.token} was applied and is still in the outbox`)
    if (write.edit) continue
    if (write.hasMessage) checkEffects(write, effects, mark?.status === 'applied')
    if (mark?.status === 'applied' || write.session.isOver) continue
    if (write.isMerged && drafts.some((text) => text.includes(write.token))) continue
    if (!entry && oracle.isReplaced(write)) continue
    const inAside = write.isMerged ? aside.find(({ args }) => JSON.stringify(args).includes(write.token)) : entry
    assert.equal(inAside?.state, 'refused', `${write.token} is neither applied nor kept as rejected (${mark?.status})`)
    assert.notEqual(inAside?.refusal?.code, 'invalid', `${write.token}: the server cannot read what a device sent`)
  }

  await checkDeletions(history)
  await checkNewIds(history)
  await checkPhotos(history)
  await checkTexts(history, aside)
  const isApplied = ({ id }: Write) => marks.some((mark) => mark.id === id && mark.status === 'applied')
  // An entry that was squashed into a rejected one is kept as part of it.
  const isPartOfRejected = ({ token }: Write) => aside.some(({ args }) => JSON.stringify(args).includes(token))
  await checkFacts(history, { isApplied, isAside: (write) => isRejected(write.id) || isPartOfRejected(write) })
  await checkValues(history, { isApplied, aside })
  for (const person of people) checkSaved(person)
  const places = new Map(effects.map(({ text }, place) => [text, place]))
  for (const [at, write] of oracle.writes.entries()) {
    if (!write.about) continue
    for (const later of oracle.writes.slice(at + 1)) {
      // Of two that were in flight together, either may be applied first.
      if (later.about !== write.about || later.session.device !== write.session.device || later.begunAfter <= at) continue
      const [first, second] = [places.get(write.message), places.get(later.message)]
      if (first !== undefined && second !== undefined) assert(first < second, `${later.token} took effect before ${write.token}`)
    }
  }

  /** A toggle used on one device alone has its last value. */
  function checkSaved({ device, intended }: Person) {
    const own = oracle.writes.filter(
      ({ isOn, session }) => isOn !== undefined && (intended ? isOf(session, intended) : session.device === device),
    )
    const stored = device.disk.read(privateDatabaseName(intended?.principalId ?? 'guest'), 'saved') as { id: string }[]
    for (const [orderingKey, writes] of Map.groupBy(own, (write) => write.orderingKey)) {
      const last = writes.at(-1)
      const isClear = writes.every(
        ({ session, id, begunAfter }, at) =>
          session.device === device &&
          !session.isOver &&
          !session.alsoOf &&
          session.account === intended &&
          begunAfter >= at &&
          !isRejected(id),
      )
      if (!last || !isClear || last.begunAfter < oracle.writes.indexOf(last)) continue
      if ([...oracle.unreported].some((one) => one.device === device && one.orderingKey === orderingKey)) continue
      const vc = VCS[Number(orderingKey?.split(' ')[1])]
      assert.equal(
        stored.some(({ id }) => id === vc),
        last.isOn,
        `${last.token}: ${vc} does not have its last value`,
      )
    }
  }

  function isRejected(id: string) {
    return aside.some((entry) => entry.id === id)
  }

  /** No text that the server has accepted is overwritten, even when other devices wrote in parallel. */
  function checkNote({ token, session }: Write) {
    const holders = notes.filter(({ message }) => message.includes(token))
    assert(holders.length > 0, `${token} was taken into a note and is in none`)
    for (const { principal_id } of holders) {
      const account = accounts.find(({ principalId }) => principalId === principal_id)
      assert(account ? isOf(session, account) : session.isGuest, `${token} is in a note of ${account?.name ?? 'a guest'}`)
    }
  }

  function checkEffects({ token, message, session }: Write, all: { principal_id: string; text: string }[], isApplied: boolean) {
    const own = all.filter(({ text }) => text === message)
    const perOwner = Map.groupBy(own, ({ principal_id }) => principal_id)
    for (const [owner, times] of perOwner) {
      assert.equal(times.length, 1, `${token} happened ${times.length} times`)
      const account = accounts.find(({ principalId }) => principalId === owner)
      const isTheirs = account ? isOf(session, account) : session.isGuest
      assert(isTheirs, `${token} is with ${account?.name ?? 'a guest'}, not with its writer`)
    }
    if (isApplied) assert(own.length > 0, `${token} was applied without effect`)
  }
}

/** @throws with what it is about and where the two differ */
function same(actual: unknown, expected: unknown, about: string) {
  try {
    assert.deepEqual(actual, expected)
  } catch (error) {
    throw new Error(`${about}\n${error instanceof Error ? error.message : error}`)
  }
}
