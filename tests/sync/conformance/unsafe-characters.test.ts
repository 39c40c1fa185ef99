import { describe, expect, test } from 'vitest'
import { type Call, entryOf, MUTATIONS, productCalls, pullOf, pushOf } from './support/calls.ts'
import { openFuzz } from './support/fuzz.ts'
import { placesIn } from './support/mutate.ts'
import { createRandom } from './support/random.ts'
import { openStage } from './support/stage.ts'

/** Postgres stores neither: a text with one of them has to be refused or cleaned before a query. */
const UNSAFE = { 'a NUL character': 'a\u0000b', 'an unpaired surrogate': 'x\ud800y' }

type Body = Parameters<typeof placesIn>[0]['value']

/** The bodies of a call that each have one text replaced. */
function bodiesWith(text: string, body: unknown): { key: string; body: Body }[] {
  const textsIn = (root: { value: Body }) =>
    placesIn(root).filter(({ parent, key }) => typeof Reflect.get(parent, key) === 'string')
  return textsIn({ value: body as Body }).map((_, at) => {
    const root = { value: structuredClone(body) as Body }
    const place = textsIn(root)[at]
    if (!place) throw new Error('The copy has fewer texts than the body')
    Reflect.set(place.parent, place.key, text)
    return { key: place.key, body: root.value }
  })
}

/** A call with one part of its path or of its query replaced. */
function pathsWith(text: string, path: string): string[] {
  const url = new URL(path, 'http://latchkey.test')
  const asQueries = [...url.searchParams.keys()].map((name) => {
    const changed = new URL(url)
    changed.searchParams.set(name, text)
    return changed.pathname + changed.search
  })
  // An unpaired surrogate has no encoding in a path.
  const last = url.pathname.replace(/[^/]+$/, encodeURIComponent(text.toWellFormed()))
  return [...asQueries, last + url.search]
}

describe.each(Object.entries(UNSAFE))('%s', async (_, text) => {
  const stage = await openStage()
  const { lanes, senderOf } = await openFuzz(stage)
  const [lane] = lanes
  if (!lane) throw new Error('There is no lane')
  const failures: string[] = []
  const making = { random: createRandom(1), names: lane.names, token: 'zqu1x' }

  async function send(call: Call, path: string, body: unknown, changed: string) {
    if (!lane) return
    const { wire } = await senderOf(lane, call.role)
    const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const reply = await wire.send(path, { method: call.method, ...init })
    if (reply.status >= 500 || stage.faults.length > 0)
      failures.push(`${call.method} ${call.template} [${changed}]: ${reply.text}`)
    stage.faults.length = 0
  }

  test('in any text of any body is answered without a server error', async () => {
    failures.length = 0
    for (const call of [...productCalls(making), pullOf(making), pushOf(making)]) {
      if (call.form || call.body === undefined) continue
      for (const { key, body } of bodiesWith(text, call.body)) await send(call, call.path, body, key)
    }
    expect(failures).toEqual([])
  }, 240_000)

  test('in any text of any mutation is answered without a server error', async () => {
    failures.length = 0
    for (const name of MUTATIONS) {
      const push: Call = { ...pushOf(making), role: 'buyer' }
      for (const { key, body } of bodiesWith(text, entryOf(name, making))) {
        const whole = push.body as { mutations: unknown[] }
        await send(push, push.path, { ...whole, mutations: [body] }, `${name} ${key}`)
      }
    }
    expect(failures).toEqual([])
  }, 240_000)

  test('in any part of a path or a query is answered without a server error', async () => {
    failures.length = 0
    for (const call of productCalls(making)) {
      if (call.form) continue
      for (const path of pathsWith(text, call.path)) await send(call, path, call.body, path)
    }
    expect(failures).toEqual([])
  }, 240_000)
})
