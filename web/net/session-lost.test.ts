import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createApi } from './api.ts'
import { announceLostSession, onSessionLost } from './session-lost.ts'

const refusing = (status: number, message: string) =>
  createApi(async () => new Response(JSON.stringify({ message, code: 'any' }), { status }), announceLostSession)

test.each([
  ['a lost session', 401, 'Unauthorized', 1],
  ['a deleted account', 401, 'This account was deleted.', 1],
  ['a wrong password', 401, 'Invalid credentials', 0],
  ['a refusal whose message happens to contain the text', 409, 'Unauthorized', 0],
])('%s (%d %s) is announced %d times', async (_, status, message, times) => {
  let announced = 0
  const stop = onSessionLost(async () => {
    announced += 1
  })
  await expect(refusing(status, message).post('/api/x', {}, v.unknown())).rejects.toThrow(`${status}: `)
  expect(announced).toBe(times)
  stop()
  await expect(refusing(401, 'Unauthorized').post('/api/x', {}, v.unknown())).rejects.toThrow()
  expect(announced).toBe(times)
})

test.each([
  ['session-ended', true],
  ['session-lost', false],
  ['accounts.deleted', true],
])('the listener is notified whether the session was ended elsewhere: %s', async (code, isEnded) => {
  const received: boolean[] = []
  const stop = onSessionLost(async (ended) => void received.push(ended))
  const body = JSON.stringify({ message: 'Unauthorized: gone', code })
  const api = createApi(async () => new Response(body, { status: 401 }), announceLostSession)
  await expect(api.post('/api/x', {}, v.unknown())).rejects.toThrow('401: ')
  expect(received).toEqual([isEnded])
  stop()
})

test('a call that lost its session waits until the page is known to stay', async () => {
  const stays = Promise.withResolvers<void>()
  const stop = onSessionLost(() => stays.promise)
  const call = refusing(401, 'Unauthorized')
    .post('/api/x', {}, v.unknown())
    .catch((error: Error) => error.message)
  expect(await Promise.race([call, new Promise((done) => setTimeout(done, 20, 'waits'))])).toBe('waits')
  stays.resolve()
  expect(await call).toContain('401: ')
  stop()
})
