import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contactNotes, processedMutations } from '#drizzle/schema/index.ts'
import { PROTOCOL_HEADER } from '#shared/sync/protocol.ts'
import { MAX_REPLACED } from '#shared/sync/push.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { newClientId, newMutationId, note, save } from '#tests/support/private-lane.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { intro, push, setUp, statuses } from './setup.ts'

const { doubles, here, db, notes } = await setUp()

test('mutations with one ordering key keep their order, with any others in parallel', async () => {
  const mutations = Array.from({ length: 60 }, (_, at) => note(at % 2 ? 'recHeld' : 'recAlso', `text ${at}`))
  const { body } = await push(here.visitor(), mutations)
  expect(body.results.map(({ id }) => id)).toEqual(mutations.map(({ id }) => id))
  expect((await notes()).sort()).toEqual(['text 58', 'text 59'])
})

test('an empty note removes the note, and can be written after the contact was revoked', async () => {
  const client = here.visitor()
  const clientId = newClientId()
  await push(client, [note('recHeld', 'words')], { clientId })
  doubles.held.delete('recHeld')
  expect(statuses(await push(client, [note('recHeld', '')], { clientId }))).toEqual(['applied'])
  doubles.held.add('recHeld')
  expect(await notes()).toEqual([])
})

test('a mutation that another one replaces has no effect when it arrives after it', async () => {
  const client = here.visitor()
  const late = note('recHeld', 'one')
  const whole = { ...note('recHeld', 'one two'), base: { text: '', steps: [fingerprint('one')] }, replaces: [late.id] }
  expect(statuses(await push(client, [whole]))).toEqual(['applied'])
  expect(statuses(await push(client, [late]))).toEqual(['duplicate'])
  expect(await notes()).toEqual(['one two'])
})

test('a mutation whose replacement was refused is refused when it arrives after it; one that was applied before stays applied', async () => {
  const client = here.visitor()
  const [before, late] = [save('recBefore'), note('recNotHeld', 'one')]
  await push(client, [before])
  const whole = { ...note('recNotHeld', 'one two'), replaces: [before.id, late.id] }
  const refused = { status: 'refused', code: 'contacts.not-held' }
  expect((await push(client, [whole])).body.results).toMatchObject([refused])
  expect((await push(client, [late])).body.results).toMatchObject([refused])
  expect(statuses(await push(client, [before]))).toEqual(['duplicate'])
})

test('versions of a note are refused once there are too many to read; resolving them is always possible', async () => {
  const client = here.visitor()
  const clientId = newClientId()
  await push(client, [note('recHeld', 'the first text')], { clientId })
  const others = Array.from({ length: 60 }, (_, at) => ({
    ...note('recHeld', `${at}`.repeat(4500)),
    base: { text: 'unseen', steps: [] },
  }))
  const ends: string[] = []
  // A push applies a few of them: they read and write megabytes.
  for (let rest = others; rest.length > 0; ) {
    const answers = statuses(await push(client, rest))
    ends.push(...answers.filter((status) => status !== 'retry'))
    rest = rest.filter((_, at) => answers[at] === 'retry')
  }
  expect(ends).toContain('applied')
  expect(ends.at(-1)).toBe('refused')
  const [stored] = await db.select().from(contactNotes)
  const settles = stored?.clashes.map(({ text }) => fingerprint(text))
  const chosen = note('recHeld', 'the first text, chosen')
  const settling = { ...chosen, args: { ...(chosen.args as object), settles }, base: { text: 'the first text', steps: [] } }
  expect(statuses(await push(client, [settling], { clientId }))).toEqual(['applied'])
  expect((await db.select().from(contactNotes))[0]?.clashes).toEqual([])
})

test('mutations that replace each other never block each other', async () => {
  const client = here.visitor()
  await push(client, [save('recAlso')])
  const pairs = Array.from({ length: 25 }, (_, at) => {
    const [one, other] = [save(`recOne${at}`), save(`recOther${at}`)]
    return [
      { ...one, replaces: [other.id] },
      { ...other, replaces: [one.id] },
    ]
  }).flat()
  const replies = await Promise.all(Array.from({ length: 4 }, () => push(client, pairs)))
  // A transaction that Postgres ends to break a deadlock must be sent again.
  expect(replies.flatMap(statuses)).not.toContain('retry')
})

test('a request that replaces more mutations than the limit is refused', async () => {
  const replacing = (count: number) => ({ ...note('recHeld', 'x'), replaces: Array.from({ length: count }, newMutationId) })
  for (const mutations of [[replacing(MAX_REPLACED + 1)], [replacing(MAX_REPLACED), replacing(MAX_REPLACED), replacing(1)]]) {
    expect((await push(here.visitor(), mutations)).status).toBe(422)
  }
})

test('an older server refuses a mutation that it does not know, and a newer one applies it', async () => {
  const client = here.visitor()
  const id = newMutationId()
  const unknown = { ...note('recHeld', 'x', id), name: 'contact.rate' }
  expect((await push(client, [unknown])).body.results).toMatchObject([{ status: 'refused', code: 'sync.unknown-mutation' }])
  expect(statuses(await push(client, [note('recHeld', 'x', id)]))).toEqual(['applied'])
})

test('a text that the database can never store is refused, not retried indefinitely', async () => {
  doubles.intro = async ({ tx }) => void (await tx.execute("select 'ten'::integer"))
  expect((await push(here.visitor(), [intro()])).body.results).toMatchObject([{ status: 'refused', code: 'invalid' }])
  expect(statuses(await push(here.visitor(), [note('recHeld', 'nul \u0000 and half \ud800 a pair')]))).toEqual(['applied'])
})

test.each([
  ['a key of a row that is gone', 'refused', sql`insert into ended_sessions values ('sid', 'usr_gone', now(), now())`],
  ['a missing value', 'refused', sql`insert into saved_investors (principal_id, vc_id) values ('pri_gone', null)`],
  [
    'a value out of its check',
    'refused',
    sql`do $$ begin create temp table capped (n int check (n < 5)); insert into capped values (9); end $$`,
  ],
  ['a row that another one was faster with', 'retry', sql`insert into sync_state (id, epoch_seed) values (1, 'x')`],
])('a mutation that violates a constraint, %s: %s', async (_, status, statement) => {
  doubles.intro = async ({ tx }) => void (await tx.execute(statement))
  const client = here.visitor()
  expect(statuses(await push(client, [intro(), note('recHeld', 'goes on')]))).toEqual([status, 'applied'])
})

test('an app older than the oldest supported protocol is asked to reload', async () => {
  const init = { headers: { [PROTOCOL_HEADER]: '0' } }
  for (const path of ['/api/sync/push', '/api/sync/me']) {
    expect(await here.visitor().post(path, { clientId: newClientId(), mutations: [], have: {} }, init)).toMatchObject({
      status: 426,
      body: { code: 'sync.protocol-too-old' },
    })
  }
})

test('every input gets a documented response', async () => {
  const client = here.visitor()
  const almost = fc.record(
    {
      id: fc.oneof(fc.constant(newMutationId()), fc.string()),
      name: fc.oneof(fc.constantFrom('contact.note', 'investor.save', '__proto__', 'toString', 'constructor'), fc.string()),
      args: fc.oneof(fc.jsonValue(), fc.record({ contactId: fc.jsonValue(), text: fc.jsonValue(), vcId: fc.jsonValue() })),
      base: fc.jsonValue(),
      madeAt: fc.oneof(fc.constant(new Date(0).toISOString()), fc.string()),
    },
    { requiredKeys: [] },
  )
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record(
      { clientId: fc.oneof(fc.constant(newClientId()), fc.jsonValue()), mutations: fc.array(almost), have: fc.jsonValue() },
      { requiredKeys: [] },
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('push', 'me'), body, async (door, sent) => {
      const { status, body } = await client.post(`/api/sync/${door}`, sent)
      expect([200, 204, 400, 401, 422]).toContain(status)
      if (status >= 400) expect(body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
    }),
    { numRuns: 300 },
  )
})

test('one push of a principal is applied at a time, a few wait, and more are deferred', async () => {
  const client = here.visitor()
  await push(client, [])
  const waiting: (() => void)[] = []
  doubles.intro = () => new Promise<void>((done) => waiting.push(done))
  const answered: number[] = []
  const replies = Array.from({ length: 23 }, async () => answered.push((await push(client, [intro()])).status))
  await eventually(() => expect([waiting.length, answered]).toEqual([1, [429, 429]]))
  doubles.intro = async () => undefined
  waiting[0]?.()
  await Promise.all(replies)
  expect(answered).toEqual([429, 429, ...Array.from({ length: 21 }, () => 200)])
})

test('the remaining mutations of a closed connection are not applied', async () => {
  const client = here.visitor()
  await push(client, [])
  let runs = 0
  let proceed: () => void = () => undefined
  doubles.intro = () => {
    runs += 1
    return new Promise<void>((done) => {
      proceed = done
    })
  }
  const hangUp = new AbortController()
  const mutations = Array.from({ length: 8 }, () => intro())
  const lost = client.send('/api/sync/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: newClientId(), mutations }),
    signal: hangUp.signal,
  })
  await eventually(() => expect(runs).toBe(1))
  hangUp.abort()
  await expect(lost).rejects.toThrow()
  doubles.intro = async () => {
    runs += 1
  }
  // The server notices it in its next turn of the event loop; another connection is answered after that.
  await here.visitor().get('/api/sync/directory')
  proceed()
  await eventually(async () => expect(await db.$count(processedMutations)).toBe(1))
  const again = await push(client, mutations)
  expect(statuses(again).sort()).toEqual(['duplicate', ...Array.from({ length: 7 }, () => 'applied')].sort())
  expect(runs).toBe(8)
})
