import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

/** Work that is done when it is said to be. */
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

test('no more than allowed run at a time, in the order of asking', async () => {
  const [inTurn, { begun, work, end }] = [fewAtOnce(2), works()]
  for (const name of ['a', 'b', 'c', 'd']) void inTurn(work(name))
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('one key never takes more than its share, and others go past it', async () => {
  const [inTurn, { begun, work, end }] = [fewAtOnce(3, 2), works()]
  for (const name of ['a1', 'a2', 'a3', 'a4']) void inTurn(work(name), 'a')
  void inTurn(work('b1'), 'b')
  void inTurn(work('b2'), 'b')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2'])
  await end('a1')
  expect(begun.at(-1)).toBe('a3')
})

test('work that fails gives its place back', async () => {
  const inTurn = fewAtOnce(1)
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(async () => 'done')).toBe('done')
})

test('where little may wait, more is refused at once, and one key does not fill every place', async () => {
  const refuse = () => new Error('full')
  const [inTurn, { begun, work, end }] = [fewAtOnce(1, 1, { most: 3, mostOfKey: 2, refuse }), works()]
  for (const name of ['a1', 'a2', 'a3']) void inTurn(work(name), 'a')
  await expect(inTurn(work('a4'), 'a')).rejects.toThrow('full')
  void inTurn(work('b1'), 'b')
  await expect(inTurn(work('b2'), 'b')).rejects.toThrow('full')
  for (const name of ['a1', 'a2', 'a3', 'b1']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1'])
  void inTurn(work('a5'), 'a')
  expect(begun.at(-1)).toBe('a5')
})
