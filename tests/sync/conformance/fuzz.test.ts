import { describe, expect, test } from 'vitest'
import { rotatingSeed } from '#tests/support/runner/rotating-seed.ts'
import { entryOf, MUTATIONS, productCalls, pullOf, pushOf } from './support/calls.ts'
import { fuzz, openFuzz, readCodes, wrongIn } from './support/fuzz.ts'
import { createModel } from './support/model.ts'
import { mutateCall } from './support/mutate.ts'
import { createRandom } from './support/random.ts'
import { CANARY, openStage } from './support/stage.ts'
import { openWire, type Reply, ticketEntry } from './support/wire.ts'

const SEED = rotatingSeed(process.env.CONFORMANCE_SEED)
const BODIES = Number(process.env.CONFORMANCE_BODIES ?? 1000)

test(`${BODIES} random bodies from seed ${SEED} on are answered or refused, and each mutation has one effect`, async () => {
  const stage = await openStage()
  const { failures, byStatus, results } = await fuzz(stage, { seed: SEED, bodies: BODIES, phases: 4 })
  const tally = (counts: Map<unknown, number>) => [...counts].map(([key, count]) => `${key}: ${count}`).join(', ')
  process.stdout.write(`${BODIES} bodies, CONFORMANCE_SEED=${SEED}. Statuses: ${tally(byStatus)}. Results: ${tally(results)}\n`)
  expect(failures.slice(0, 20).join('\n\n')).toBe('')
}, 900_000)

describe('the generator of the random bodies', async () => {
  const stage = await openStage()
  const { lanes, senderOf } = await openFuzz(stage)
  const [lane] = lanes
  if (!lane) throw new Error('There is no lane')
  const makingOf = (token: string) => ({ random: createRandom(1), names: lane.names, token })

  test('has a valid body for every call that takes one, and for every call that changes something', async () => {
    type Described = { paths: Record<string, Record<string, { requestBody?: object }>> }
    const { paths } = (await openWire(stage.url).send<Described>('/api/openapi.json')).body
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'get')
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    const making = makingOf('zqm1x')
    const made = [...productCalls(making), pushOf(making), pullOf(making)].map(({ method, template }) => `${method} ${template}`)
    expect(described.filter((call) => !made.includes(call))).toEqual([])
  })

  test('makes bodies that no contract refuses before they are mutated', async () => {
    const refused: string[] = []
    for (const call of productCalls(makingOf('zqm2x'))) {
      if (call.method === 'GET' || call.form) continue
      const { wire } = await senderOf(lane, call.role)
      const init =
        call.body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(call.body) }
      const { status, text } = await wire.send(call.path, { method: call.method, ...init })
      // An unverified email address, an invalid signature and a calendar server that does not answer or is of a private network are
      // refused by other rules.
      if ([400, 415, 422].includes(status) && !/bad-signature|calendars\.(?:unreachable|forbidden)/.test(text))
        refused.push(`${call.method} ${call.path}: ${text}`)
    }
    expect(refused).toEqual([])
  })

  test('makes mutations that the server accepts before they are mutated', async () => {
    const entries = MUTATIONS.map((name) => entryOf(name, makingOf('zqm3x')))
    const { results } = (await lane.buyer.wire.push(entries)).body
    const codes = results.map(({ code }) => code).filter((code) => code === 'invalid' || code === 'sync.unknown-mutation')
    expect(codes).toEqual([])
  })

  test('can mutate a body that already has keys of the prototype', () => {
    const random = createRandom(6)
    const keys = { toString: null, valueOf: null, constructor: 'x', toJSON: null }
    const call = { ...pushOf({ random, names: lane.names, token: 'zqm5x' }), body: { a: keys, b: [keys] } }
    const make = () => Array.from({ length: 2000 }, () => mutateCall(call, random, { ids: ['a'], token: 'zqm5x' }))
    expect(make).not.toThrow()
  })

  test('makes the same bodies for the same seed every time', () => {
    const make = () => {
      const random = createRandom(5)
      return Array.from({ length: 40 }, () =>
        mutateCall(pushOf({ random, names: lane.names, token: 'zqm4x' }), random, { ids: ['a'], token: 'zqm4x' }),
      )
    }
    expect(make()).toEqual(make())
  })
})

describe('the reply checks detect', async () => {
  const stage = await openStage()
  const codes = await readCodes(stage.url)
  const reply = (status: number, body: unknown, type = 'application/json'): Reply => ({
    status,
    headers: new Headers({ 'content-type': type }),
    text: JSON.stringify(body),
    body,
  })
  const refusal = { code: 'invalid', message: 'Check the marked fields.' }

  test.each<[what: string, reply: Reply, found: string | undefined]>([
    ['nothing in a valid refusal', reply(422, refusal), undefined],
    ['a fault', reply(500, { code: 'internal', message: 'Something went wrong.' }), 'the server failed'],
    ['an overload without a time to wait', reply(503, { ...refusal, code: 'draining' }), 'the server failed'],
    ["another principal's text", reply(200, { notes: [`${CANARY} met`] }), "something of another principal's is in the reply"],
    ['what was sent', reply(422, { ...refusal, message: 'zqm9x is no address' }), 'the refusal repeats what was sent'],
    ['an unknown code', reply(409, { ...refusal, code: 'nope' }), 'the refusal has no code of the table'],
    ['no message', reply(409, { code: 'invalid' }), 'the refusal has no message'],
    ['a page', reply(404, refusal, 'text/html'), 'the refusal is no JSON'],
    ['a stack', reply(400, { ...refusal, message: 'Error at push (push.ts:81:3)' }), 'the refusal holds a stack'],
  ])('%s', (_, reply, found) => {
    expect(wrongIn(reply, { codes, tokens: ['zqm9x'], isAdmin: false })).toEqual(found ? [found] : [])
  })

  test('a duplicate of an id that the same principal did not send, in this run or before it', () => {
    const entry = ticketEntry('One')
    const id = String(entry.id)
    const answer = (status: 'applied' | 'duplicate') => ({ results: [{ id, status }] })
    const model = createModel(new Map([[id, 'pri_a']]))
    expect(model.addPush('pri_a', [entry], answer('duplicate'))).toEqual([])
    expect(model.addPush('pri_b', [entry], answer('duplicate'))).toEqual([`${id} is a duplicate of nothing`])
    expect(model.addPush('pri_a', [entry], answer('applied'))).toEqual([`${id} was applied twice`])
    expect(createModel().addPush('pri_a', [entry], answer('duplicate'))).toEqual([`${id} is a duplicate of nothing`])
  })

  test('a second effect, a missing one and one that no reply reported', async () => {
    const { wire, principalId } = await stage.guest()
    const model = createModel()
    const [first, second] = [ticketEntry('One'), ticketEntry('Two')]
    const { body } = await wire.push([first])
    expect(model.addPush(principalId, [first], body)).toEqual([])
    const known = { tickets: [], mutationIds: [] }
    expect(await model.compare(stage, known)).toEqual([])
    expect(model.addPush(principalId, [first], body)).toEqual([`${first.id} was applied twice`])
    await wire.push([second])
    expect(await model.compare(stage, known)).toEqual([
      expect.stringMatching(/^tickets: .* is there and should not be$/),
      expect.stringMatching(/^processed rows of applied mutations: .* is there and should not be$/),
    ])
    await stage.sql`delete from tickets`
    expect(await model.compare(stage, known)).toEqual([
      expect.stringMatching(/^tickets: .* is missing$/),
      expect.stringMatching(/^processed rows of applied mutations: .* is there and should not be$/),
    ])
  })
})
