import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { choosePlaces } from './choose-places.ts'

const graded = (...grades: [id: string, grade: string][]) => grades.map(([id, grade]) => ({ id: id as VcId, grade }))

test.each([
  ['a better record takes the place of the worst one', graded(['new', '0']), graded(['old', '1']), ['new'], ['old']],
  ['an equal record waits, so that no record moves back and forth', graded(['new', '1']), graded(['old', '1']), [], []],
  ['a worse record waits', graded(['new', '2']), graded(['old', '1']), [], []],
  ['only as many records move as are better', graded(['a', '0'], ['b', '1']), graded(['y', '2'], ['z', '1']), ['a'], ['y']],
  ['without records on devices nothing leaves', graded(['a', '0']), [], [], []],
])('%s', (_, candidates, members, joining, leaving) => {
  expect(choosePlaces(candidates, members)).toEqual({ joining, leaving })
})
