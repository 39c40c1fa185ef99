import { expect, test } from 'vitest'
import { isScreenPath, SCREENS } from '#shared/screens.ts'
import { routeTitles } from '#web/app/route-titles.ts'

test('the server knows every route of the app as a screen, and no other', () => {
  const routes = Object.keys(routeTitles).filter((id) => id !== '__root__')
  const paths = routes.map((id) => (id === '/' ? id : id.replace(/\/$/, '')))
  expect(paths.sort()).toEqual([...SCREENS].sort())
})

test.each([
  ['/', true],
  ['/vcs', true],
  ['/vcs/', true],
  ['/vc/rec1', true],
  ['/vc', false],
  ['/vc/rec1/more', false],
  ['/no-such-page', false],
  ['/vcs2', false],
])('%s is a screen: %s', (path, expected) => {
  expect(isScreenPath(path)).toBe(expected)
})
