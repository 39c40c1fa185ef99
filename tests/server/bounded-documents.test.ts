import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAX_OWN_MESSAGES } from '#server/features/help/queries.ts'
import { MAX_REQUESTS } from '#server/features/unlocks/request-queries.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { held } from '#tests/support/actors/listings.ts'
import { startTestApp } from '#tests/support/app.ts'

const app = await startTestApp()
const { db } = app.database

const addTicket = (id: string, principalId: PrincipalId) =>
  db.execute(sql`insert into tickets (id, kind, principal_id, message) values (${id}, 'support', ${principalId}, 'First')`)
/** Messages of two tickets in turn, one a minute. */
const addMessages = (tickets: string[], count: number) =>
  db.execute(sql`
    insert into ticket_messages (id, ticket_id, "from", text, created_at)
    select ${tickets[0]} || '_' || n, case n % 2 when 0 then ${tickets[0]} else ${tickets[1]} end, 'author', 'message ' || n,
      now() - interval '30 days' + n * interval '1 minute'
    from generate_series(1, ${count}::int) n`)

test('the devices of a user store the latest messages of all tickets together, up to a limit', async () => {
  const ada = await app.member()
  await addTicket('tkt_one', ada.user.principalId)
  await addTicket('tkt_two', ada.user.principalId)
  await addMessages(['tkt_one', 'tkt_two'], MAX_OWN_MESSAGES + 100)
  const tickets = (await held(ada)).tickets ?? []
  const texts = (id: string) => tickets.find((ticket) => ticket.id === id)?.messages.map(({ text }) => text)
  const latest = Array.from({ length: MAX_OWN_MESSAGES }, (_, at) => at + 101)
  expect(texts('tkt_one')).toEqual(latest.filter((n) => n % 2 === 0).map((n) => `message ${n}`))
  expect(texts('tkt_two')).toEqual(latest.filter((n) => n % 2 === 1).map((n) => `message ${n}`))
  // Nothing is lost: the user’s export has all of them.
  const { body } = await ada.get<object>('/api/auth/export')
  expect(JSON.stringify(body)).toContain('"message 1"')
})

test('the devices of a user store the latest requests, up to a limit', async () => {
  const ada = await app.member()
  await db.execute(sql`
    insert into vc_requests (id, vc_id, vc_type, request_type, principal_id, amount, day, created_at)
    select 'req_' || n, 'rec_' || n, 'airtable', 'intro', ${ada.user.principalId}, 0, '2026-01-01', now() - n * interval '1 minute'
    from generate_series(1, ${MAX_REQUESTS + 50}::int) n`)
  const requests = (await held(ada)).requests ?? []
  const requestedIds = new Set(requests.map(({ vcId }) => vcId as string))
  expect(requestedIds.size).toBe(MAX_REQUESTS)
  expect([
    requestedIds.has('rec_1'),
    requestedIds.has(`rec_${MAX_REQUESTS}`),
    requestedIds.has(`rec_${MAX_REQUESTS + 1}`),
  ]).toEqual([true, true, false])
})
