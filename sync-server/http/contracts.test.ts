import { Elysia } from 'elysia'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { jsonBodyParser } from '#server/http/body/json-body.ts'
import { createLog } from '#server/log.ts'
import { toClientMessage, withContracts } from './contracts.ts'
import { errorHandler } from './error-handler.ts'

const MARK = 'zqxsent'

const Body = v.object({
  at: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  email: v.optional(v.pipe(v.string(), v.email())),
  have: v.optional(v.record(v.string(), v.record(v.pipe(v.string(), v.maxLength(20)), v.number()))),
  strict: v.optional(v.strictObject({ name: v.string() })),
  list: v.optional(v.array(v.object({ name: v.pipe(v.string(), v.minLength(1, 'Please enter a name')) }))),
  either: v.optional(v.union([v.object({ one: v.number() }), v.object({ other: v.literal('x') })])),
})

const app = new Elysia()
  .use(errorHandler(createLog('silent')))
  .use(jsonBodyParser())
  .use(withContracts(new Elysia().post('/call', () => 'ok', { body: Body })))

async function refusedFields(body: object) {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const text = await (await app.handle(new Request('http://localhost:3000/call', init))).text()
  expect(text).not.toContain(MARK)
  return (JSON.parse(text) as { fields: { path: string; message: string }[] }).fields
}

test.each<[what: string, body: object, path: string]>([
  ['an instant', { at: MARK }, 'at'],
  ['an address', { email: MARK }, 'email'],
  ['a key of a record', { have: { [MARK]: 1 } }, 'have.*'],
  ['a key of a record within a record', { have: { notes: { [MARK]: MARK } } }, 'have.*.*'],
  ['a key that is too long', { have: { notes: { [MARK.repeat(9)]: 1 } } }, 'have.*.*'],
  ['a key that is in no contract', { strict: { name: 'x', [MARK]: 1 } }, 'strict.*'],
  ['a value of a union', { either: { one: MARK } }, 'either'],
])('a validation error does not repeat the input: %s', async (_, body, path) => {
  expect(await refusedFields(body)).toEqual([{ path, message: 'This value is not accepted.' }])
})

test('the reply contains the field name and the message of its contract', async () => {
  expect(await refusedFields({ list: [{ name: 'x' }, { name: '' }] })).toEqual([
    { path: 'list.1.name', message: 'Please enter a name' },
  ])
})

test.each([
  [v.pipe(v.string(), v.isoTimestamp()), MARK],
  [v.pipe(v.string(), v.url()), MARK],
  [v.pipe(v.string(), v.uuid()), `${MARK}\n`],
  [v.pipe(v.string(), v.maxLength(3)), MARK],
  [v.pipe(v.string(), v.regex(/^a$/)), MARK],
  [v.pipe(v.string(), v.startsWith('a')), MARK],
  [v.pipe(v.number(), v.integer()), 0.5],
  [v.picklist(['a']), MARK],
  [v.literal('a'), MARK],
  [v.string(), 5],
])('the default message of a check is never sent', (schema, value) => {
  expect(toClientMessage(v.safeParse(schema, value).issues?.[0].message ?? '')).toBe('This value is not accepted.')
})

test('a form gets all of its faults; a list of thousands gets only the first one, and the others are not checked', async () => {
  let checked = 0
  const Wrong = v.pipe(
    v.number(),
    v.check(() => {
      checked += 1
      return false
    }, 'Please enter another number'),
  )
  const calls = withContracts(new Elysia().post('/call', () => 'ok', { body: v.object({ list: v.array(Wrong) }) }))
  const counting = new Elysia()
    .use(errorHandler(createLog('silent')))
    .use(jsonBodyParser())
    .use(calls)
  const fields = async (list: number[]) => {
    const init = { method: 'POST', body: JSON.stringify({ list }), headers: { 'content-type': 'application/json' } }
    const reply = await counting.handle(new Request('http://localhost:3000/call', init))
    return ((await reply.json()) as { fields: { path: string }[] }).fields.map(({ path }) => path)
  }
  expect(await fields([1, 2, 3])).toEqual(['list.0', 'list.1', 'list.2'])
  checked = 0
  expect(await fields(Array(4000).fill(1))).toEqual(['list.0'])
  expect(checked).toBe(1)
})
