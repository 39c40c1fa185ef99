import { expect, test } from 'vitest'
import { hasQueue, QUEUES, queueNamed } from './queues.ts'

test.each([
  ['refunds', 'refunds'],
  ['books', 'ledger-checks'],
  ['unknown', 'applications'],
  [undefined, 'applications'],
])('the address of the queue %j opens %j', (name, opened) => {
  expect(queueNamed(name)).toBe(opened)
})

test('each role has the queues that it decides about, and an owner all of them', () => {
  const of = (...roles: Parameters<typeof hasQueue>[0]) => QUEUES.filter((queue) => hasQueue(roles, queue))
  const [support, finance] = [of('support'), of('finance')]
  const shared = ['search', 'client-errors', 'audit']
  const ofSupport = [
    'applications',
    'projects',
    'introductions',
    'profiles',
    'tickets',
    'imports',
    'deliveries',
    'accounts',
    'blocks',
  ]
  expect(support.toSorted()).toEqual([...shared, ...ofSupport].toSorted())
  expect(finance.toSorted()).toEqual([...shared, 'refunds', 'disputes', 'payouts', 'ledger-checks', 'accounting'].toSorted())
  expect(of('support', 'finance')).toEqual(QUEUES.filter((queue) => !['team', 'company', 'switches'].includes(queue)))
  expect(of('owner')).toEqual(QUEUES)
})
