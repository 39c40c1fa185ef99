import { expect, test } from 'vitest'
import { mergeParts, type Part } from './merge-parts.ts'

const part = (id: string, screens: number[], size: number, imports: string[] = []): Part => ({
  ids: [id],
  screens: new Set(screens),
  size,
  imports,
})
const merged = (...parts: Part[]) => mergeParts(parts).map(({ ids }) => ids.join(' '))

test('modules that the same screens need are one part, however large', () => {
  expect(merged(part('a', [1, 2], 1e6), part('b', [1, 2], 1e6), part('c', [3], 10))).toEqual(['a b', 'c'])
})

test('parts that most of their screens share are one, where a file costs more than what the others load without need', () => {
  expect(merged(part('a', [1, 2, 3], 500), part('b', [1, 2], 500))).toEqual(['a b'])
  expect(merged(part('a', [1, 2, 3], 500), part('b', [1, 2], 5000))).toEqual(['a', 'b'])
})

test('parts that no screen shares stay apart, however small', () => {
  expect(merged(part('a', [1], 1), part('b', [2], 1))).toEqual(['a', 'b'])
})

test('parts never import each other in a circle', () => {
  const between = part('between', [1, 2, 3, 4, 5, 6, 7, 8, 9], 9000, ['low'])
  expect(merged(part('high', [1, 2], 2000, ['between']), between, part('low', [1, 2, 3], 2000))).toEqual([
    'high',
    'between',
    'low',
  ])
  // The same without the module between them.
  expect(merged(part('high', [1, 2], 2000, ['low']), part('low', [1, 2, 3], 2000))).toEqual(['high low'])
})
