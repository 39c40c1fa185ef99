import { DrizzleQueryError } from 'drizzle-orm'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { errorHandler } from '#server/http/error-handler.ts'
import { createLog, messageOf } from './log.ts'

const CANARY = 'marit@secret.example'

function listen() {
  let written = ''
  const log = createLog('info', {
    write: (line) => {
      written += line
    },
  })
  return { log, read: () => written }
}

test('a failed query logs its text and the cause, but not its values', () => {
  const { log, read } = listen()
  const cause = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: `Key (email)=(${CANARY}) already exists.`,
    parameters: [CANARY],
  })
  log.error({ err: new DrizzleQueryError('insert into users values ($1)', [CANARY], cause) }, 'a request failed')
  expect(read()).toContain('insert into users values ($1)')
  expect(read()).toContain('23505')
  expect(read()).toContain('log.test.ts')
  expect(read()).not.toContain(CANARY)
})

test('a reply that violates its contract is a server fault, and its content stays out of the log', async () => {
  const { log, read } = listen()
  const app = new Elysia()
    .use(errorHandler(log))
    .get('/contact', () => ({ email: CANARY }) as { email: string; amount: number }, {
      response: v.object({ email: v.string(), amount: v.number() }),
    })
  const reply = await app.handle(new Request('http://localhost/contact'))
  expect(reply.status).toBe(500)
  expect(await reply.json()).toMatchObject({ code: 'internal' })
  expect(read()).toContain('does not meet its contract')
  expect(read()).not.toContain(CANARY)
})

test('the message of a failed query contains none of its parameters', () => {
  expect(messageOf(new DrizzleQueryError('insert into keys values ($1)', ['a-secret-key']))).toBe(
    'Failed query: insert into keys values ($1)',
  )
})
