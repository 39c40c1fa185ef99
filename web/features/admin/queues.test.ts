import { expect, test } from 'vitest'
import { queueNamed } from './queues.ts'

test.each([
  ['refunds', 'refunds'],
  ['books', 'ledger-checks'],
  ['unknown', 'applications'],
  [undefined, 'applications'],
])('the address of the queue %j opens %j', (name, opened) => {
  expect(queueNamed(name)).toBe(opened)
})
