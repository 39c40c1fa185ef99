import * as v from 'valibot'
import { expect, test } from 'vitest'
import { AdminSearch } from './queues.ts'

test.each([
  ['refunds', 'refunds'],
  ['books', 'ledger-checks'],
  ['unknown', 'applications'],
])('the address of the queue %j opens %j', (queue, opened) => {
  expect(v.parse(AdminSearch, { queue })).toEqual({ queue: opened })
})
