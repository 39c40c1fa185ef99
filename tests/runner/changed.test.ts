import { expect, test } from 'vitest'
import { addressOf, affectedBrowserTests, readSources, type Sources } from './changed.ts'

test.each([
  ['web/routes/index.tsx', '/'],
  ['web/routes/vcs.tsx', '/vcs'],
  ['web/routes/vc.$id.tsx', '/vc/'],
  ['web/routes/contacts.index.tsx', '/contacts'],
  ['web/widgets/home/home.tsx', undefined],
  ['web/routes/__root.tsx', undefined],
])('%s serves %s', (file, address) => {
  expect(addressOf(file)).toBe(address)
})

const sources: Sources = new Map([
  ['web/routes/vcs.tsx', "import { Card } from '#web/features/directory/card.tsx'"],
  ['web/routes/settings.tsx', "import { Form } from '#web/features/accounts/form.tsx'"],
  ['web/features/directory/card.tsx', "import { price } from '#shared/money.ts'"],
  ['web/features/accounts/form.tsx', ''],
  ['shared/money.ts', ''],
  ['tests/e2e/browse.e2e.ts', "await page.goto('/vcs?stage=Seed')"],
  ['tests/e2e/settings.e2e.ts', "await page.goto('/settings')"],
])

test.each([
  ['a screen', ['web/routes/settings.tsx'], ['tests/e2e/settings.e2e.ts']],
  ['a rule that one screen uses', ['shared/money.ts'], ['tests/e2e/browse.e2e.ts']],
  ['a feature of the server', ['sync-server/features/accounts/service.ts'], ['tests/e2e/settings.e2e.ts']],
  ['a browser test itself', ['tests/e2e/browse.e2e.ts'], ['tests/e2e/browse.e2e.ts']],
  ['a unit test', ['web/features/accounts/form.test.tsx'], []],
  ['a document', ['README.md'], []],
  ['a document in a folder', ['sync-server/README.md'], []],
  ['the sync engine', ['web/sync/engine/push/push.ts'], 'all'],
  ['the schema', ['drizzle/schema/orders.ts'], 'all'],
  ['the build', ['vite.config.ts'], 'all'],
] as const)('a change of %s selects the browser tests that it may affect', (_, changed, expected) => {
  expect(affectedBrowserTests([...changed], sources)).toEqual(expected)
})

test('in this repository, a change of a screen selects some browser tests, and not all of them', () => {
  const all = readSources()
  const selected = affectedBrowserTests(['web/routes/earnings.tsx'], all)
  expect(selected).toContain('tests/e2e/investor/earnings.e2e.ts')
  expect(selected.length).toBeLessThan([...all.keys()].filter((path) => path.endsWith('.e2e.ts')).length / 2)
})
