import { expect, test } from 'vitest'
import { startTestApp } from '#tests/support/app.ts'

/** More than the connections of the pool. */
const CROWD = 30

test('a burst of requests directly after the start is served: no request waits for a connection that it holds itself', async () => {
  const app = await startTestApp()
  const replies = await Promise.all(
    Array.from({ length: CROWD }, (_, at) =>
      app.visitor().post('/api/newsletter-signup', { email: `reader-${at}@example.com`, source: 'early_access' }),
    ),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
})
