import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { routeTree } from '#web/routeTree.gen.ts'

const { routesByPath } = createRouter({ routeTree, history: createMemoryHistory() })
const titleOf = (path: string) => Object.entries(routesByPath).find(([known]) => known === path)?.[1].options.staticData?.title
const paths = Object.keys(routesByPath)

test('there are routes to look at', () => expect(paths.length).toBeGreaterThan(40))

test.each(paths)('%s has a title of its own', (path) => {
  const title = titleOf(path)
  // The front door is called what the site is called.
  if (path === '/') return expect(title).toBeNull()
  expect(title).toMatch(/^\S.{2,60}$/)
  expect(paths.filter((other) => titleOf(other) === title)).toEqual([path])
})
