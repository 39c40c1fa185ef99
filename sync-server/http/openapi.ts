import { toJsonSchema } from '@valibot/to-json-schema'
import { Elysia } from 'elysia'
import type { GenericSchema } from 'valibot'
import { CompressedJson } from '#server/http/replies/compressed-json.ts'
import { problemCodes } from '#shared/problem.ts'
import { ProblemBody } from '#shared/problem-body.ts'
import { VERSION } from './version.ts'

type Route = { method: string; path: string; hooks?: object }
type JsonSchema = { type?: unknown; properties?: Record<string, unknown>; required?: string[] }

/** The OpenAPI description of every call, generated from the contracts that the routes themselves check, so it cannot drift. */
export const openApi = (listRoutes: () => Route[]) => {
  let document: CompressedJson | undefined
  return new Elysia({ name: 'openapi' }).get('/api/openapi.json', ({ request }) => {
    // 200 KB, generated and compressed once for all requests.
    document ??= new CompressedJson(describe(listRoutes()))
    return document.reply(request, 'public, max-age=300')
  })
}

function describe(routes: Route[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, path, hooks } of routes) {
    if (!path.startsWith('/api/') || path.includes('*') || method === 'WS') continue
    const template = path.replace(/:([^/]+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: describeCall(path, hooks ?? {}) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Latchkey', version: VERSION },
    paths,
    components: { schemas: { Problem: { ...jsonOf(ProblemBody, 'output'), description: `Codes: ${problemCodes.join(', ')}` } } },
  }
}

const PROBLEM = {
  description: 'A refusal',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

function describeCall(path: string, hooks: object) {
  const schemas = hooks as { body?: unknown; query?: unknown; response?: unknown }
  const named = [...path.matchAll(/:([^/]+)/g)].map(([, name = '']) => name)
  return {
    parameters: [
      ...named.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...parametersOf(schemas.query),
    ],
    ...(isValibot(schemas.body) && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonOf(schemas.body, 'input') } } },
    }),
    responses: { ...responsesOf(schemas.response), default: PROBLEM },
  }
}

function parametersOf(query: unknown): object[] {
  if (!isValibot(query)) return []
  const { properties = {}, required = [] } = jsonOf(query, 'input')
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
}

function responsesOf(response: unknown): Record<string, object> {
  const byStatus = isValibot(response) ? { 200: response } : (response ?? {})
  const described = Object.entries(byStatus).map(([status, schema]) => {
    const content = isValibot(schema) ? { 'application/json': { schema: jsonOf(schema, 'output') } } : {}
    return [status, { description: status === '200' ? 'OK' : `Status ${status}`, content }]
  })
  return described.length > 0 ? Object.fromEntries(described) : { 200: { description: 'OK' } }
}

const isValibot = (schema: unknown): schema is GenericSchema =>
  typeof schema === 'object' && schema !== null && 'kind' in schema && schema.kind === 'schema'

/** Checks that JSON Schema cannot express (an e-mail by RFC, two equal passwords) are left out; the rest is kept. */
const jsonOf = (schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema =>
  toJsonSchema(schema, { errorMode: 'ignore', typeMode, target: 'draft-2020-12' })
