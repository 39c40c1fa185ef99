import type { AnyElysia } from 'elysia'
import * as v from 'valibot'
import { InvalidFields, messageOf } from '#shared/problem.ts'
import type { ProblemBody } from '#shared/problem-body.ts'

/** Enough to find the fault; a hostile body with 10,000 faults does not get 10,000 messages. */
const MAX_FIELDS = 20
/** The longest form has fewer than 100 fields. */
const MAX_FORM_VALUES = 300
/**
 * Field names come from the contracts. A key of a record, or one that is in no contract, comes from the client and is not
 * repeated.
 */
const FOREIGN_KEY = '*'

const INPUTS = ['body', 'query', 'params', 'headers', 'cookie'] as const

type Schema = v.GenericSchema
type Hooks = Partial<Record<(typeof INPUTS)[number] | 'response', unknown>>

/** Schemas wrapped by this module, so that a call registered twice is not wrapped twice. */
const checkedHere = new WeakSet<object>()

/** Whether a call's contract is checked by this module, and not by Elysia. */
export const isCheckedHere = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && checkedHere.has(schema)

/**
 * Checks all contracts of the calls in this one place.
 *
 * If Elysia checked them, it would print an invalid value, indented and more than once, into an error that no code reads: 6 MB of
 * brackets cost half a minute and 3 GB.
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
    // A list of 5,000 wrong values would produce 5,000 faults. All faults are collected only for inputs of the size of a form.
    const parsed = v.safeParse(schema, value, { abortEarly: true })
    if (parsed.success) return { value: parsed.output }
    const all = isSmall(value) ? v.safeParse(schema, value).issues : undefined
    return onIssues(schema, all ?? parsed.issues)
  }
  const own = { ...schema, '~standard': { ...schema['~standard'], validate } }
  checkedHere.add(own)
  return own
}

const isSmall = (value: unknown) => countValues(value, MAX_FORM_VALUES + 1) <= MAX_FORM_VALUES

/** Number of values at any depth, counted up to `most`. */
function countValues(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const key in value) {
    if (count >= most) break
    count += countValues((value as Record<string, unknown>)[key], most - count)
  }
  return count
}

/**
 * A missing key gets the same message as an empty value, from the field's own contract; the library would name the key instead.
 */
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

/** The schema of one field, through objects and lists; undefined when the path leads through anything else. */
function fieldAt(schema: Schema, path: NonNullable<v.BaseIssue<unknown>['path']>): Schema | undefined {
  let at: Inner | undefined = schema as Inner
  for (const { key } of path) {
    while (at?.wrapped) at = at.wrapped
    at = at?.item ?? at?.entries?.[String(key)]
  }
  return at as Schema | undefined
}

const namesOf = new WeakMap<object, Set<string>>()

/** All field names of a schema, at any depth. */
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

/** A reply that violates its own contract is a server fault. Its content stays out of the log. */
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
    // The first fault of a field is the one to fix; the others often disappear with it.
    if (!fields.has(path)) fields.set(path, toClientMessage(messageOfIssue(schema, issue)))
  }
  return [...fields].map(([path, message]) => ({ path, message }))
}

/**
 * The default message of a library begins with "Invalid " and quotes the input. The messages in the contracts do neither. No
 * pattern is matched against client input.
 */
export const toClientMessage = (message: string): string =>
  message.startsWith('Invalid ') ? 'This value is not accepted.' : message
