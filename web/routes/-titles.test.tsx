import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { routeTitles } from '#web/app/route-titles.ts'
import { routeTree } from '#web/routeTree.gen.ts'

const { routesById } = createRouter({ routeTree, history: createMemoryHistory() })
const titles: Record<string, string | null> = routeTitles
const ids = Object.keys(routesById)

test('the route tree is not empty', () => expect(ids.length).toBeGreaterThan(40))

test.each(ids)('%s has a unique title', (id) => {
  const title = titles[id]
  // The home page has the title of the site.
  if (id === '/') return expect(title).toBeNull()
  expect(title).toMatch(/^\S.{2,60}$/)
  expect(ids.filter((other) => titles[other] === title)).toEqual([id])
})
