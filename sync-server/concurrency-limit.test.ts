import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { limitConcurrency } from './concurrency-limit.ts'

/** Work that finishes when `end` is called for it. */
function works() {
  const begun: string[] = []
  const finish = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((done) => finish.set(name, done))
  }
  const end = async (name: string) => {
    finish.get(name)?.()
    await Bun.sleep(0)
  }
  return { begun, work, end }
}

test('at most the allowed number run at a time, in request order', async () => {
  const [inTurn, { begun, work, end }] = [limitConcurrency({ most: 2 }), works()]
  for (const name of ['a', 'b', 'c', 'd']) void inTurn(work(name))
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('one key never exceeds its share, and other keys overtake it', async () => {
  const [inTurn, { begun, work, end }] = [limitConcurrency({ most: 3, mostPer: [2] }), works()]
  for (const name of ['a1', 'a2', 'a3', 'a4']) void inTurn(work(name), 'a')
  void inTurn(work('b1'), 'b')
  void inTurn(work('b2'), 'b')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2'])
  await end('a1')
  expect(begun.at(-1)).toBe('a3')
})

test('failed work releases its slot', async () => {
  const inTurn = limitConcurrency({ most: 1 })
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(async () => 'done')).toBe('done')
})

test('the next slot rotates over groups and keys, independent of how much one of them has queued', async () => {
  const [inTurn, { begun, work, end }] = [limitConcurrency({ most: 1 }), works()]
  for (const name of ['a1', 'a2', 'a3']) void inTurn(work(name), 'hall', 'a')
  for (const name of ['b1', 'b2']) void inTurn(work(name), 'hall', 'b')
  void inTurn(work('c1'), 'elsewhere', 'c')
  for (const name of ['a1', 'a2', 'c1', 'b1', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'c1', 'b1', 'a3', 'b2'])
})

test('a group never exceeds its share', async () => {
  const [inTurn, { begun, work, end }] = [limitConcurrency({ most: 3, mostPer: [2] }), works()]
  for (const key of ['a', 'b', 'c']) void inTurn(work(key), 'hall', key)
  void inTurn(work('d'), 'elsewhere', 'd')
  expect(begun).toEqual(['a', 'b', 'd'])
  await end('d')
  expect(begun).toEqual(['a', 'b', 'd'])
  await end('a')
  expect(begun.at(-1)).toBe('c')
})

test('all networks of one customer together never exceed its share of running and waiting work', async () => {
  const [inTurn, { begun, work, end }] = [limitConcurrency({ most: 3, mostPer: [2, 2], mostWaitingPer: [2, 1] }), works()]
  for (const net of ['n1', 'n2', 'n3', 'n4']) void inTurn(work(net), 'customer', net)
  await expect(inTurn(work('n5'), 'customer', 'n5')).rejects.toMatchObject({ code: 'too-many-requests' })
  void inTurn(work('x1'), 'another', 'x1')
  void inTurn(work('x2'), 'another', 'x2')
  expect(begun).toEqual(['n1', 'n2', 'x1'])
  await end('n1')
  expect(begun.at(-1)).toBe('n3')
  await end('n2')
  expect(begun.at(-1)).toBe('x2')
})

test('work is refused when too much work of the same key is waiting', async () => {
  const [inTurn, { work, end }] = [limitConcurrency({ most: 1, mostWaitingPer: [1] }), works()]
  void inTurn(work('a1'), 'a')
  const second = inTurn(work('a2'), 'a')
  await expect(inTurn(work('a3'), 'a')).rejects.toMatchObject({ code: 'too-many-requests' })
  for (const name of ['a1', 'a2']) await end(name)
  await second
})

test('work beyond the total waiting limit is refused immediately with a configured error', async () => {
  const refuse = () => new Problem('uploads.busy')
  const [inTurn, { begun, work, end }] = [limitConcurrency({ most: 1, mostWaiting: 3, mostWaitingPer: [2], refuse }), works()]
  for (const name of ['a1', 'a2', 'a3']) void inTurn(work(name), 'a')
  await expect(inTurn(work('a4'), 'a')).rejects.toMatchObject({ code: 'uploads.busy' })
  void inTurn(work('b1'), 'b')
  await expect(inTurn(work('b2'), 'b')).rejects.toMatchObject({ code: 'uploads.busy' })
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  void inTurn(work('a5'), 'a')
  expect(begun.at(-1)).toBe('a5')
})
