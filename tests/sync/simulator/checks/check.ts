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
import { checkTexts } from './check-texts.ts'
import { isOf, type Write } from './oracle.ts'

/** What everybody should hold, as the server gives it afresh: asked once for the directory and once for each principal. */
export class Truth {
  private everybodys: Promise<Contents> | undefined
  private readonly own = new Map<string, Promise<Contents>>()

  constructor(private readonly history: SimHistory) {}

  directory(): Promise<Contents> {
    const { backend, world } = this.history
    this.everybodys ??= backend.during(world.directory())
    return this.everybodys
  }

  /** Of whoever the server takes this browser for. */
  of({ device, means, network }: Person): Promise<Contents> {
    const name = means?.principalId ?? device.name
    const known = this.own.get(name) ?? this.ask(network.cookies)
    this.own.set(name, known)
    return known
  }

  private async ask(cookies: ReadonlyMap<string, string>): Promise<Contents> {
    const headers = new Headers({ 'content-type': 'application/json', origin: ORIGIN })
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const body = JSON.stringify({ have: {} })
    const reply = await this.history.backend.handle(new Request(`${ORIGIN}/api/sync/me`, { method: 'POST', headers, body }))
    return reply?.status === 200 ? contentsOf((await reply.json()).put) : {}
  }
}

/** @throws when a device is not what it should be after everything has healed: the right person's, and up to date */
export async function checkDevice(person: Person, truth: Truth): Promise<void> {
  const { device, means } = person
  const principal = means?.principalId ?? 'guest'
  const who = `${device.name} as ${means?.name ?? 'guest'}`
  const tab = person.tab()
  assert(!person.isBusy, `${who}: somebody still waits`)
  if (!device.wasFull) same(tab.fault, undefined, `${who}: the storage`)
  same([device.pointer?.principal, device.pointer?.leaving], [principal, []], `${who}: the person`)
  const expected = [device.directoryName, privateDatabaseName(principal)].sort()
  assert(!device.sealedFor.includes(principal), `${who}: something is still sealed`)
  // What another account did not send waits there for it; nobody can read it.
  const readable = device.disk.databases().filter((name) => name !== 'latchkey-sealed')
  same(readable.sort(), expected, `${who}: the databases that are left`)
  const waiting = device.outboxOf(principal).filter(({ state }) => state === 'waiting')
  same(waiting, [], `${who}: what waits`)
  if (await tab.directory.getMeta('sparing')) assert(device.wasFull, `${who}: the directory was given up`)
  else same(await readDirectory(tab.directory), await truth.directory(), `${who}: the directory`)
  const held = privateCollections.map((name) => [name, device.disk.read(privateDatabaseName(principal), name) as Doc[]])
  same(contentsOf(Object.fromEntries(held)), await truth.of(person), `${who}: what is theirs`)
}

/** @throws when a tab shows another directory than there is */
export async function checkStores({ tabs, name, wasFull }: SimDevice, truth: Truth): Promise<void> {
  if (wasFull) return
  const { investors = {} } = await truth.directory()
  for (const { store } of tabs) {
    if (!store) continue
    const { items } = store.set.index.query({ sort: 'name' })
    const shown = Object.fromEntries(items.map((doc) => [doc.id, JSON.parse(JSON.stringify(doc))]))
    same(shown, investors, `${name}: what a tab shows of the directory`)
  }
}

/** Each acknowledged write has its one effect with its owner, or is set aside with its words, or was given up. */
export async function checkWords(history: SimHistory) {
  const { witness, backend, people, accounts } = history
  const ids = witness.writes.map(({ id }) => id)
  const marks = ids.length ? await backend.db.select().from(processedMutations).where(inArray(processedMutations.id, ids)) : []
  const texts = witness.writes.filter(({ hasWords }) => hasWords).map(({ words }) => words)
  const effects = await backend.database.sql<{ principal_id: string; text: string }[]>`
    select principal_id, text from note_effects where text in ${backend.database.sql(texts.length ? texts : [''])} order by place`
  const aside = people.flatMap(({ device, means }) => device.outboxOf(means?.principalId ?? 'guest'))
  const drafts = people.flatMap(({ device, means }) =>
    means ? JSON.stringify(device.disk.read(privateDatabaseName(means.principalId), 'ownProject')) : [],
  )
  const notes = await backend.database.sql<{ principal_id: string; words: string }[]>`
    select principal_id, text || ' ' || clashes::text as words from contact_notes`
  for (const write of witness.writes) {
    if (write.isNote && witness.isTaken(write.token)) {
      checkNote(write)
      continue
    }
    const mark = marks.find(({ id }) => id === write.id)
    const entry = aside.find(({ id }) => id === write.id)
    if (mark?.status === 'applied') assert(!entry, `${write.token} was applied and is asked for again`)
    if (write.edit) continue
    if (write.hasWords) checkEffects(write, effects, mark?.status === 'applied')
    if (mark?.status === 'applied' || write.stay.isOver) continue
    if (write.isMerged && drafts.some((text) => text.includes(write.token))) continue
    if (!entry && witness.isReplaced(write)) continue
    const inAside = write.isMerged ? aside.find(({ args }) => JSON.stringify(args).includes(write.token)) : entry
    assert.equal(inAside?.state, 'refused', `${write.token} is neither applied nor set aside (${mark?.status})`)
    assert.notEqual(inAside?.refusal?.code, 'invalid', `${write.token}: the server cannot read what a device sent`)
  }

  await checkTexts(history, aside)
  for (const person of people) checkSaved(person)
  const places = new Map(effects.map(({ text }, place) => [text, place]))
  for (const [at, write] of witness.writes.entries()) {
    if (!write.about) continue
    for (const later of witness.writes.slice(at + 1)) {
      // Of two that were under way at once, either may be the first.
      if (later.about !== write.about || later.stay.device !== write.stay.device || later.begunAfter <= at) continue
      const [first, second] = [places.get(write.words), places.get(later.words)]
      if (first !== undefined && second !== undefined) assert(first < second, `${later.token} took effect before ${write.token}`)
    }
  }

  /** What one device alone switched on and off is as it was switched last. */
  function checkSaved({ device, means }: Person) {
    const own = witness.writes.filter(
      ({ isOn, stay }) => isOn !== undefined && (means ? isOf(stay, means) : stay.device === device),
    )
    const held = device.disk.read(privateDatabaseName(means?.principalId ?? 'guest'), 'saved') as { id: string }[]
    for (const [target, writes] of Map.groupBy(own, (write) => write.target)) {
      const last = writes.at(-1)
      const isClear = writes.every(
        ({ stay, id, begunAfter }, at) =>
          stay.device === device && !stay.isOver && !stay.alsoOf && stay.account === means && begunAfter >= at && !isSetAside(id),
      )
      if (!last || !isClear || last.begunAfter < witness.writes.indexOf(last)) continue
      const vc = VCS[Number(target?.split(' ')[1])]
      assert.equal(
        held.some(({ id }) => id === vc),
        last.isOn,
        `${last.token}: ${vc} is not as it was switched last`,
      )
    }
  }

  function isSetAside(id: string) {
    return aside.some((entry) => entry.id === id)
  }

  /** Whatever was written on other devices meanwhile, no word that the server has taken is overwritten. */
  function checkNote({ token, stay }: Write) {
    const holders = notes.filter(({ words }) => words.includes(token))
    assert(holders.length > 0, `${token} was taken into a note and is in none`)
    for (const { principal_id } of holders) {
      const account = accounts.find(({ principalId }) => principalId === principal_id)
      assert(account ? isOf(stay, account) : stay.isGuest, `${token} is in a note of ${account?.name ?? 'a guest'}`)
    }
  }

  function checkEffects({ token, words, stay }: Write, all: { principal_id: string; text: string }[], isApplied: boolean) {
    const own = all.filter(({ text }) => text === words)
    const perOwner = Map.groupBy(own, ({ principal_id }) => principal_id)
    for (const [owner, times] of perOwner) {
      assert.equal(times.length, 1, `${token} happened ${times.length} times`)
      const account = accounts.find(({ principalId }) => principalId === owner)
      const isTheirs = account ? isOf(stay, account) : stay.isGuest
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
