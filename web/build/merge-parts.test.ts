import { expect, test } from 'vitest'
import { mergeParts, type Part } from './merge-parts.ts'

const part = (id: string, screens: number[], size: number, imports: string[] = []): Part => ({
  ids: [id],
  screens: new Set(screens),
  size,
  imports,
})
const idsOf = (parts: Part[]) => parts.map(({ ids }) => ids.toSorted().join(' ')).toSorted()
const merged = (...parts: Part[]) => idsOf(mergeParts(parts))

test('modules that the same screens need are one part, however large', () => {
  expect(merged(part('a', [1, 2], 1e6), part('b', [1, 2], 1e6), part('c', [3], 10))).toEqual(['a b', 'c'])
})

test('parts that most of their screens share are one, where a file costs more than what the others load without need', () => {
  expect(merged(part('a', [1, 2, 3], 1000), part('b', [1, 2], 1000))).toEqual(['a b'])
  expect(merged(part('a', [1, 2, 3], 1000), part('b', [1, 2], 10_000))).toEqual(['a', 'b'])
})

test('a file less is worth more to a screen that is loaded more often', () => {
  const parts = [part('a', [0, 1], 1000), part('b', [0, 2, 3], 6000)]
  expect(idsOf(mergeParts(parts, [1]))).toEqual(['a', 'b'])
  expect(idsOf(mergeParts(parts, [5]))).toEqual(['a b'])
})

test('a part that is seldom loaded does not bring a large one', () => {
  const parts = [part('a', [0, 1], 500), part('b', [1], 300_000)]
  expect(idsOf(mergeParts(parts, [0.02]))).toEqual(['a', 'b'])
})

test('what a screen loads without need weighs more, the more it is', () => {
  // Of each pair, screen 3 needs only the second part. The screens 1 and 2 need both.
  const pairs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((name, at) => [
    part(name, [1, 2, at + 10], 6500),
    part(`${name}3`, [1, 2, 3, at + 10], 100_000),
  ])
  expect(merged(...pairs.slice(0, 2))).toEqual(['a a3'])
  expect(merged(...pairs).filter((ids) => ids.includes(' ')).length).toBeLessThan(8)
})

test('parts never import each other in a circle', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const parts = mergeParts(modulesOf(seed))
    const partOf = new Map(parts.flatMap((part) => part.ids.map((id) => [id, part] as const)))
    const importsOf = (part: Part) => new Set(part.imports.flatMap((id) => partOf.get(id) ?? [])).difference(new Set([part]))
    // A part that imports no other one is taken out, until none is left.
    let left = new Set(parts)
    for (let free = left; free.size > 0; left = left.difference(free))
      free = new Set([...left].filter((part) => importsOf(part).isDisjointFrom(left)))
    expect([...left], `seed ${seed}`).toEqual([])
  }
})

/** Modules that import some of those before them. A screen needs all that a module of it imports. */
function modulesOf(seed: number): Part[] {
  let state = seed
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
  const modules = Array.from({ length: 40 }, (_, at) => ({
    ids: [`${at}`],
    screens: new Set(Array.from({ length: 3 }, () => random(8))),
    size: random(4000),
    imports: Array.from({ length: at && 2 }, () => `${random(at)}`),
  }))
  for (const { screens, imports } of modules.toReversed())
    for (const id of imports) for (const screen of screens) modules[Number(id)]?.screens.add(screen)
  return modules
}
