import type { AnyElysia } from 'elysia'
import * as v from 'valibot'
import { InvalidFields, messageOf } from '#shared/problem.ts'
import type { ProblemBody } from '#shared/problem-body.ts'

/** Enough to find the fault; a hostile body with 10,000 faults gets no 10,000 answers. */
const MAX_FIELDS = 20
/** The longest form has fewer than 100 fields. */
const MOST_VALUES_OF_FORM = 300
/** Names of fields are ours. A key of a record, or one that no contract has, is the client's, and is not repeated. */
const FOREIGN_KEY = '*'

const INPUTS = ['body', 'query', 'params', 'headers', 'cookie'] as const

type Schema = v.GenericSchema
type Hooks = Partial<Record<(typeof INPUTS)[number] | 'response', unknown>>

/** Schemas made here: a call that is registered twice is not wrapped twice. */
const checkedHere = new WeakSet<object>()

/** Whether a call's contract is checked by us, and not by Elysia. */
export const isCheckedHere = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && checkedHere.has(schema)

/**
 * Calls whose contracts are checked in this one place.
 *
 * Given to Elysia as they are, a value that breaks one would be printed, indented and more than once, into an error that
 * is read by no code of ours: 6 MB of brackets cost half a minute and 3 GB.
 */
export function withContracts<Calls extends AnyElysia>(calls: Calls): Calls {
  for (const route of calls.routes) {
    const hooks = route.hooks as Hooks
    for (const input of INPUTS) {
      const schema = hooks[input]
      if (isSchema(schema)) hooks[input] = checked(schema, refuse)
    }
    if (hooks.response !== undefined) hooks.response = checkedResponse(hooks.response)
  }
  return calls
}

function checkedResponse(response: unknown): unknown {
  if (isSchema(response)) return checked(response, fail)
  if (typeof response !== 'object' || response === null) return response
  return Object.fromEntries(
    Object.entries(response).map(([status, schema]) => [status, isSchema(schema) ? checked(schema, fail) : schema]),
  )
}

const isSchema = (schema: unknown): schema is Schema =>
  typeof schema === 'object' && schema !== null && 'kind' in schema && schema.kind === 'schema'

type Issues = readonly v.BaseIssue<unknown>[]

function checked(schema: Schema, onIssues: (schema: Schema, issues: Issues) => never): Schema {
  if (checkedHere.has(schema)) return schema
  const validate = (value: unknown) => {
    // A list of 5,000 wrong values would be 5,000 faults: all of them are looked for only in what a form sends.
    const parsed = v.safeParse(schema, value, { abortEarly: true })
    if (parsed.success) return { value: parsed.output }
    const all = isSmall(value) ? v.safeParse(schema, value).issues : undefined
    return onIssues(schema, all ?? parsed.issues)
  }
  const own = { ...schema, '~standard': { ...schema['~standard'], validate } }
  checkedHere.add(own)
  return own
}

const isSmall = (value: unknown) => countValues(value, MOST_VALUES_OF_FORM + 1) <= MOST_VALUES_OF_FORM

/** Values at any depth, counted up to `most`. */
function countValues(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const key in value) {
    if (count >= most) break
    count += countValues((value as Record<string, unknown>)[key], most - count)
  }
  return count
}

/** A key that is left out is answered like an empty value, by the field's own sentence; the library names the key instead. */
function messageOfIssue(schema: Schema, { path, message }: v.BaseIssue<unknown>): string {
  const left = path?.at(-1)
  const isLeftOut = left?.type === 'object' && left.origin === 'key' && left.value === undefined
  const field = isLeftOut && path && fieldAt(schema, path)
  const [own] = (field && v.safeParse(field, undefined).issues) || []
  return own?.message ?? message
}

type Inner = {
  wrapped?: Inner
  entries?: Record<string, Inner>
  item?: Inner
  value?: unknown
  rest?: unknown
  pipe?: readonly unknown[]
  options?: readonly unknown[]
  items?: readonly unknown[]
}

/** The schema of one field, through objects and lists; nothing where a path leads through anything else. */
function fieldAt(schema: Schema, path: NonNullable<v.BaseIssue<unknown>['path']>): Schema | undefined {
  let at: Inner | undefined = schema as Inner
  for (const { key } of path) {
    while (at?.wrapped) at = at.wrapped
    at = at?.item ?? at?.entries?.[String(key)]
  }
  return at as Schema | undefined
}

const namesOf = new WeakMap<object, Set<string>>()

/** Every name of a field that a schema has, at any depth. */
function fieldNames(schema: Schema): Set<string> {
  const known = namesOf.get(schema)
  if (known) return known
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const walk = (inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || seen.has(inner)) return
    seen.add(inner)
    const { wrapped, entries = {}, item, value, rest, pipe = [], options = [], items = [] } = inner as Inner
    for (const name of Object.keys(entries)) names.add(name)
    for (const part of [wrapped, item, value, rest, ...Object.values(entries), ...pipe, ...options, ...items]) walk(part)
  }
  walk(schema)
  namesOf.set(schema, names)
  return names
}

function refuse(schema: Schema, issues: Issues): never {
  throw new InvalidFields(fieldsOf(schema, issues), messageOf('invalid'))
}

/** A reply that breaks its own contract is our fault. What it holds stays out of the log. */
function fail(schema: Schema, issues: Issues): never {
  const paths = fieldsOf(schema, issues).map(({ path }) => path)
  throw new Error(`A reply breaks its contract: ${paths.join(', ') || 'as a whole'}`)
}

function fieldsOf(schema: Schema, issues: Issues): NonNullable<ProblemBody['fields']> {
  const fields = new Map<string, string>()
  const names = fieldNames(schema)
  for (const issue of issues) {
    if (fields.size === MAX_FIELDS) break
    const path = (issue.path ?? [])
      .map(({ key }) => (typeof key === 'number' || names.has(String(key)) ? String(key) : FOREIGN_KEY))
      .join('.')
    // The first fault of a field is the one to mend; the rest often goes with it.
    if (!fields.has(path)) fields.set(path, sentenceOf(messageOfIssue(schema, issue)))
  }
  return [...fields].map(([path, message]) => ({ path, message }))
}

/**
 * A library's default sentence begins with "Invalid " and quotes what it received. Ours, written in the contracts, do neither. No pattern
 * is matched against a text that a stranger sent.
 */
export const sentenceOf = (message: string): string => (message.startsWith('Invalid ') ? 'This value is not accepted.' : message)
