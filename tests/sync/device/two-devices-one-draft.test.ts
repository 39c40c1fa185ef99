import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { projectDrafts } from '#drizzle/schema/index.ts'
import { OWN, type OwnProject } from '#shared/projects/own.ts'
import { fingerprint, type Value } from '#shared/sync/three-way-merge.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type Fate, RoughNetwork } from '#tests/sync/support/rough-network.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'
import { TestWorld } from '#tests/sync/support/world.ts'
import { localValue, versionsOf } from '#web/features/projects/editor/conflict-versions.ts'
import { nothingYet } from '#web/features/projects/editor/mutations.ts'

/**
 * Two devices of one founder write the same draft, mostly without a network, otherwise on one that loses, doubles and delays
 * requests. Every typed text that no user rejected is in the draft or its conflicts in the end, on both devices.
 */
const world = new TestWorld(await startTestApp())

const FIELDS = ['companyName', 'description', 'traction'] as const
type Field = (typeof FIELDS)[number]

type Step =
  | { do: 'type'; device: number; field: Field; isNew: boolean }
  | { do: 'choose'; device: number; field: Field; which: number }
  | { do: 'network'; device: number; isOnline: boolean }
  | { do: 'sync'; device: number; fates: Fate[] }

const device = fc.nat(1)
const field = fc.constantFrom(...FIELDS)
const fate = fc.constantFrom<Fate>('delivers', 'loses the request', 'loses the reply', 'doubles', 'echoes')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('type' as const), device, field, isNew: fc.nat(4).map((n) => n === 0) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('choose' as const), device, field, which: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('network' as const), device, isOnline: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sync' as const), device, fates: fc.array(fate, { maxLength: 4 }) }) },
)

/** A device as its user sees it: what it shows, what they type, which of two texts they keep. */
class Writer {
  readonly network = new RoughNetwork(world.app.url)
  readonly device = new TestDevice(this.network.send)
  tab!: TestTab
  clientId: string | undefined

  async open(account: Awaited<ReturnType<typeof world.account>>) {
    this.network.cookies.set(...(await world.session(account.userId)))
    this.tab = await this.device.openTab()
    await this.tab.client.switchPrincipal(account.principalId)
    await this.tab.settle()
    this.clientId = await this.tab.directory.getMeta('clientId')
    return this
  }

  /** Resets to the state of another founder at the start: nothing written, nothing pending, a working network. */
  async forget() {
    this.network.heal()
    await this.tab.db.outbox.clear()
    await this.sync([])
    this.network.isOnline = false
  }

  async own(): Promise<OwnProject> {
    return (await this.tab.db.ownProject.get(OWN)) ?? nothingYet
  }

  /** As the form autosaves: the whole text of the field, and the text it had shown before. */
  private async write(field: Field, text: string, seen: Value[], settled: Value[] = []) {
    const settles = { [field]: settled.map(fingerprint) }
    const base = { [field]: seen.map(fingerprint) }
    await this.tab.client.enqueue('project.saveDraft', { changes: { [field]: text }, settles }, base)
  }

  async type(field: Field, word: string, isNew: boolean): Promise<string> {
    const before = localValue(await this.own(), field, this.clientId)
    await this.write(field, isNew ? word : `${before}${word}`, [before])
    return isNew ? before : ''
  }

  /** @returns the texts that the user rejected */
  async choose(field: Field, which: number): Promise<string[]> {
    const texts = versionsOf(await this.own(), field, this.clientId).map(({ value }) => String(value))
    const chosen = which === 2 ? texts.join(' ') : texts[which]
    if (texts.length === 0 || chosen === undefined) return []
    await this.write(field, chosen, texts, texts)
    return which === 2 ? [] : texts.filter((text) => text !== chosen)
  }

  async sync(fates: Fate[]) {
    this.network.fates.push(...fates)
    await this.tab.client.settle(['me'])
    this.network.fates.length = 0
  }
}

const account = await world.account('ada')
const writers = [await new Writer().open(account), await new Writer().open(account)] as const
afterAll(() => writers.forEach(({ tab }) => void tab.kill()))

const tokensIn = (text: string) => text.match(/\w+/g) ?? []
const everyTextOf = ({ values, clashes }: OwnProject, field: Field) =>
  [values[field], ...clashes.filter((clash) => clash.field === field).map(({ value }) => String(value))].join(' ')

async function run(steps: Step[]) {
  await world.db.delete(projectDrafts)
  for (const writer of writers) await writer.forget()
  const typed: { field: Field; word: string }[] = []
  const givenUp = new Set<string>()
  const giveUp = (texts: string[]) => texts.flatMap(tokensIn).forEach((word) => void givenUp.add(word))
  for (const step of steps) {
    const writer = writers[step.device as 0 | 1]
    if (step.do === 'network') writer.network.isOnline = step.isOnline
    if (step.do === 'sync') await writer.sync(step.fates)
    if (step.do === 'choose') giveUp(await writer.choose(step.field, step.which))
    if (step.do !== 'type') continue
    const word = `w${step.device}x${typed.length}`
    typed.push({ field: step.field, word })
    giveUp([await writer.type(step.field, ` ${word}`, step.isNew)])
  }
  for (const { network } of writers) {
    network.heal()
    await network.deliverEchoes()
  }
  for (const writer of [...writers, ...writers]) await writer.sync([])

  const [one, other] = [await writers[0].own(), await writers[1].own()]
  expect(other).toEqual(one)
  for (const { tab } of writers) expect(await tab.db.outbox.count()).toBe(0)
  for (const { field, word } of typed) {
    if (!givenUp.has(word)) expect(tokensIn(everyTextOf(one, field)), `${field}: ${word}`).toContain(word)
  }
}

const RUNS = Number(process.env.ORACLE_RUNS ?? 10)
const { ORACLE_SEED = '20261121' } = process.env
const seed = ORACLE_SEED === 'random' ? {} : { seed: Number(ORACLE_SEED) }

test(`in ${RUNS} histories of two devices offline, every text is in the draft or its conflicts`, async () => {
  const histories = fc.array(step, { minLength: 4, maxLength: 16, size: 'max' })
  await fc.assert(fc.asyncProperty(histories, run), { numRuns: RUNS, ...seed })
})

/** One device alone, with nothing written yet. */
async function begin(): Promise<Writer> {
  await world.db.delete(projectDrafts)
  await writers[0].forget()
  return writers[0]
}

test('an hour of autosaves offline is pending as one entry, and arrives complete', async () => {
  const writer = await begin()
  for (let pause = 0; pause < 60; pause++) await writer.type('description', ` w${pause}`, false)
  expect(await writer.tab.db.outbox.count()).toBe(1)
  writer.network.heal()
  await writer.sync([])
  expect(tokensIn((await writer.own()).values.description)).toHaveLength(60)
  expect((await writer.own()).clashes).toEqual([])
})

test('a text that arrived, although its response was lost, does not conflict with later typing', async () => {
  const writer = await begin()
  await writer.type('traction', 'one', false)
  writer.network.isOnline = true
  await writer.sync(['loses the reply'])
  writer.network.isOnline = false
  await writer.type('traction', ' two', false)
  writer.network.heal()
  await writer.sync([])
  expect(await writer.own()).toMatchObject({ values: { traction: 'one two' }, clashes: [] })
})

test('two tabs that write one field without seeing each other keep both texts', async () => {
  const writer = await begin()
  const write = (text: string) =>
    writer.tab.client.enqueue('project.saveDraft', { changes: { location: text } }, { location: [fingerprint('')] })
  await write('Oslo')
  await write('Bergen')
  expect(await writer.tab.db.outbox.count()).toBe(2)
  const both = { values: { location: 'Oslo' }, clashes: [{ field: 'location', value: 'Bergen' }] }
  expect(await writer.own()).toMatchObject(both)
  writer.network.heal()
  await writer.sync([])
  expect(await writer.own()).toMatchObject(both)
})
