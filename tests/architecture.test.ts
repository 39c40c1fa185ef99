import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { expect, test } from 'vitest'
import { findImports, type Import } from '#tests/support/runner/imports.ts'

/** Forbidden imports: importer, imported, reason. `$1` is the importer's first group. Test files may import everything. */
const forbidden: [importer: RegExp, imported: string, because: string][] = [
  [/^shared\//, '^(?!shared/|package:(?:valibot|node-diff3)$)', 'contracts and rules of both sides are pure'],
  [/^shared\/search\//, '^(?!shared/search/)', 'the search is generic: it knows no record of the product'],
  [/^drizzle\/schema\//, '^(?!drizzle/schema/|shared/|package:drizzle-orm$)', 'the schema imports only the contracts'],
  [/^sync-server\//, '^(web|tests)/', 'the server imports no web code'],
  [/^web\//, '^(sync-server|drizzle|tests)/', 'the web imports only the contracts of the server'],
  [/^web\/(?!build\/)/, '^package:(bun|drizzle-orm|postgres|elysia|zod|stripe|pino|node:.*)$', 'server-only packages'],
  [/^sync-server\//, '^package:(react|react-dom|dexie|@tanstack/.*)$', 'browser-only packages'],

  [/^web\/features\/([^/]+)\//, '^web/features/(?!$1/)', 'features of the web meet in widgets and routes'],
  [/^web\/(?!routes\/|main\.tsx|routeTree\.gen\.ts)/, '^web/routes/', 'only the router imports routes'],
  [/^web\/(?!widgets\/|routes\/|app\/|main\.tsx)/, '^web/widgets/', 'only routes import widgets'],
  [/^web\/(?!main\.tsx|routes\/__root|service-worker\/|app\/)/, '^web/app/', 'only the entry points import the composition root'],
  [/^web\/(sync|db|net|ui|payments|forms|replica)\//, '^web/features/', 'the layers below features import no feature'],
  [/^web\/(sync|db|net|ui|payments|replica)\//, '^web/forms/', 'only features and what is above them have forms'],
  [/^web\/(net|db|sync)\//, '^web/ui/', 'the network and the store import no components'],
  [/^web\/ui\//, '^web/(sync|db|net)/', 'components of the design system import no domain'],
  [/^web\/db\//, '^web/(sync|net)/', 'the store is below the sync'],
  [
    /^web\/sync\/engine\//,
    '^(web/(sync/tab|db/tab|net/tab|service-worker)/|package:react)',
    'the engine runs in tabs and in workers',
  ],

  [/^sync-server\/features\/.*\broutes\.ts$/, '(queries\\.ts$|^drizzle/|^package:drizzle-orm$)', 'routes speak HTTP only'],
  [
    /^sync-server\/features\/([^/]+)\//,
    '^sync-server/features/(?!$1/)[^/]+/(.*[-/])?queries\\.ts$',
    'a feature calls the service of another feature',
  ],
  [/^sync-server\/features\/.*queries\.ts$/, 'service\\.ts$', 'services import queries, and queries import no service'],
  // A module.ts belongs to the composition root: it says what its folder adds to the server.
  [
    /^sync-server\/(sync|payments|jobs|http|email|database|storage|crypto)\/(?!module\.ts)/,
    '^sync-server/features/',
    'engines import no feature',
  ],
  [
    /^sync-server\/[^/]+\/(?!(.*\/)?module\.ts$)/,
    '^sync-server/(app|main|server|app-context|feature-module)\\.ts$|/module\\.ts$',
    'only the composition root and the modules import it',
  ],
]

/** Modules that must not be reachable through any path of imports, of values or of types. */
const unreachable: [from: RegExp, to: RegExp, because: string][] = [
  [
    /^web\/sync\/engine\//,
    /^(web\/(features|ui|widgets|routes|app|sync\/tab)\/|package:react)/,
    'the engine imports no feature, no DOM and no React',
  ],
  [/^sync-server\/sync\/(?!module\.ts)/, /^sync-server\/features\//, 'the sync server imports no feature'],
  [/^shared\//, /^(web|sync-server|drizzle)\//, 'shared code imports no runtime'],
]

const form: [wrong: (found: Import) => boolean, because: string][] = [
  [({ specifier }) => specifier.startsWith('..'), 'a relative path to a parent folder: use #room/path.ts'],
  [({ specifier, imported }) => specifier.startsWith('./') && imported.includes('..'), 'a path that leaves its folder'],
  [({ specifier }) => /^[.#]/.test(specifier) && !/\.(ts|tsx|css|json)$/.test(specifier), 'a path without its extension'],
  [({ importer, isReExport }) => isReExport && importer !== 'drizzle/schema/index.ts', 'a barrel'],
]

/**
 * Tests may import everything, except the client of the last release, which must not change with the product and has its own
 * schemas.
 */
const FROM_OUTSIDE = /^tests\/sync\/conformance\/support\/(wire|calls|mutate|model|random)\.ts$/
const OUTSIDE = '^(shared|drizzle|sync-server|web)/'

/** The violations of one import, as lines to print. */
function violations(found: Import): string[] {
  const { importer, imported, specifier } = found
  const report = (because: string) => `${importer} imports ${specifier}: ${because}`
  if (FROM_OUTSIDE.test(importer) && new RegExp(OUTSIDE).test(imported)) return [report('it is a client of the last release')]
  const wrongForm = form.filter(([isWrong]) => isWrong(found)).map(([, because]) => report(because))
  if (/\.test\.tsx?$|^tests\//.test(importer)) return wrongForm
  const wrongWay = forbidden.flatMap(([from, to, because]) => {
    const match = from.exec(importer)
    return match && new RegExp(to.replace('$1', match[1] ?? '')).test(imported) ? [report(because)] : []
  })
  return [...wrongForm, ...wrongWay]
}

const sources = [...new Glob('{shared,drizzle,sync-server,web,tests}/**/*.{ts,tsx}').scanSync('.')].filter(
  (path) => !path.startsWith('web/dist/') && path !== 'web/routeTree.gen.ts',
)

test('every import follows the import rules', () => {
  const imports = sources.flatMap((path) => findImports(path, readFileSync(path, 'utf8')))
  expect(imports.length).toBeGreaterThan(300)
  expect(imports.flatMap(violations)).toEqual([])
})

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('tests/')

/** The modules of the product and the imports of each, types included. */
const graph = () =>
  new Map(
    sources
      .filter((path) => !isTest(path))
      .map((path) => [path, findImports(path, readFileSync(path, 'utf8')).map(({ imported }) => imported)]),
  )

/** The shortest path of imports from a module to one that `isTarget` accepts. */
function pathTo(isTarget: (module: string) => boolean, from: string, imports: Map<string, string[]>): string[] | undefined {
  const seen = new Set([from])
  const paths = [[from]]
  for (const path of paths) {
    for (const next of imports.get(path.at(-1) ?? '') ?? []) {
      if (isTarget(next)) return [...path, next]
      if (seen.has(next)) continue
      seen.add(next)
      paths.push([...path, next])
    }
  }
  return undefined
}

test('no module is reachable from where it must not be, through any path of imports', () => {
  const imports = graph()
  const paths = [...imports.keys()].flatMap((module) =>
    unreachable.flatMap(([from, to, because]) => {
      const path = from.test(module) ? pathTo((found) => to.test(found), module, imports) : undefined
      return path ? [`${path.join(' → ')}: ${because}`] : []
    }),
  )
  expect(paths).toEqual([])
})

test('tests outside the web replace no modules: Bun loads them itself', () => {
  const replacing = sources.filter(
    (path) =>
      /\.test\.tsx?$/.test(path) &&
      !path.startsWith('web/') &&
      /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(path, 'utf8')),
  )
  expect(replacing).toEqual([])
})

test('each part of the bundle that the sync loads on demand is loaded before the histories of the simulator begin', () => {
  // What a browser's platform loads is replaced there.
  const loadsOnDemand = sources.filter(
    (path) => /^web\/sync\//.test(path) && !isTest(path) && path !== 'web/sync/tab/browser-platform.ts',
  )
  const importsOf = (path: string) => findImports(path, readFileSync(path, 'utf8'))
  const loaded = new Set(
    importsOf('tests/sync/simulator/device.ts').flatMap(({ isDynamic, imported }) => (isDynamic ? [] : imported)),
  )
  const onDemand = loadsOnDemand.flatMap(importsOf).filter(({ isDynamic }) => isDynamic)
  expect(onDemand.length).toBeGreaterThan(5)
  expect(onDemand.filter(({ imported }) => !loaded.has(imported)).map(({ imported }) => imported)).toEqual([])
})

test('there are no import cycles, type-only ones included', () => {
  const imports = graph()
  const cycles = [...imports.keys()].flatMap((module) => {
    const path = pathTo((found) => found === module, module, imports)
    return path ? [path.join(' → ')] : []
  })
  expect(cycles).toEqual([])
})

test('each folder contains at most 25 files, apart from routes, the design system and generated migrations', () => {
  const files = [...new Glob('{shared,drizzle,sync-server,web,tests}/**/*').scanSync('.')].filter(
    (path) => !/^(web\/dist|web\/routes|web\/ui|web\/public|drizzle\/migrations|tests\/support\/releases)\//.test(path),
  )
  const counts = Map.groupBy(files, (path) => path.slice(0, path.lastIndexOf('/')))
  expect([...counts].filter(([, { length }]) => length > 25).map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([])
})

/** Files with a fixed role in their folder: their name says what they contain, however short they are. */
const ROLES = [
  /^(web\/routes|drizzle\/schema|sync-server\/email\/messages)\//,
  /^web\/features\/.*\/(api|queries|mutations)\.ts$/,
  /^sync-server\/(.*\/)?((.*-)?(routes|queries|source)|module|mutators)\.ts$/,
]

/** Short modules with one importer that stay apart, and the boundary that each of them is on. */
const APART: Record<string, string> = {
  'shared/accounts/after-gate.ts': 'the gate screen is a lazy chunk; gate.ts is in the first visit',
  'shared/uploads/small-picture.ts': 'every first visit loads it; address.ts brings the validation library',
  'sync-server/features/earnings/conversion.ts': 'its unit test runs without Postgres, which its importer needs',
  'web/features/accounts/deleted/account-deleted-notice.tsx':
    'it loads a lazy chunk; the root route has no state of its own for it',
  'web/net/tab/proof-worker.ts': 'the entry of a worker, which the browser loads as a file of its own',
  'web/sync/engine/forget-sign-out.ts': 'end-session.ts is a lazy chunk; a sign-in cannot wait for one under the lock',
}

const MIN_LINES = 20

test('no module of under 20 lines has only one importer, apart from fixed roles and boundaries of the runtime', () => {
  const imports = sources.filter((path) => !isTest(path)).flatMap((path) => findImports(path, readFileSync(path, 'utf8')))
  const importsOf = Map.groupBy(imports, ({ imported }) => imported)
  const fragments = sources.filter((path) => {
    if (isTest(path) || ROLES.some((role) => role.test(path))) return false
    const found = importsOf.get(path) ?? []
    const isLazyChunk = found.some(({ isDynamic }) => isDynamic)
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    return lines.length < MIN_LINES && !isLazyChunk && new Set(found.map(({ importer }) => importer)).size === 1
  })
  // Equal, so that a name leaves the list together with its reason.
  expect(fragments.sort()).toEqual(Object.keys(APART).sort())
})

/** The one file that reads private fields of a library. Its own test fails when the library changes. */
const INTERNALS = 'sync-server/database/driver-internals.ts'

test('product code reads no private field of a library: it casts through unknown in one file only', () => {
  const casting = sources.filter((path) => !isTest(path) && /\bas unknown as\b|\bReflect\.get\(/.test(readFileSync(path, 'utf8')))
  expect(casting).toEqual([INTERNALS])
})

test('the app makes no formatter of Intl when it loads a module, and none to group the digits of a count', () => {
  // `shared/format/count.ts` and `web/ui/made-once.ts` say why.
  const early = /^(?:export )?const \w+ = new Intl\.|toLocaleString\('en-\w+'\)/m
  const making = sources.filter(
    (path) => /^(?:web|shared)\//.test(path) && !isTest(path) && early.test(readFileSync(path, 'utf8')),
  )
  expect(making).toEqual([])
})

/** Longer test files, and why each of them is not split. */
const LONG: Record<string, string> = {
  'tests/server/account/named-callers.test.ts': 'one setup of 150 lines, for all of its tests',
  'tests/server/earnings/ledger-checks.test.ts': 'one table of 210 lines, for one test',
}
const MAX_TEST_LINES = 320

test('no test file has more than 320 lines, apart from those that cost more when they are split', () => {
  const long = sources.filter(
    (path) => /^tests\/.*\.(test\.tsx?|e2e\.ts)$/.test(path) && readFileSync(path, 'utf8').split('\n').length > MAX_TEST_LINES,
  )
  expect(long.sort()).toEqual(Object.keys(LONG).sort())
})

/**
 * Server tests assert through calls, or through one helper for each promise (`tests/support/state`). The rest are about migrations,
 * locks, transaction ids and the database module, or are needed by one test alone. The number only goes down. Tests of an upgrade
 * are not counted: they are about tables.
 */
const MAX_QUERIES_OF_TESTS = 47

test('server tests read no more tables themselves than before', () => {
  const queries = sources
    .filter((path) => /^tests\/server\/.*\.test\.ts$/.test(path))
    .filter((path) => !readFileSync(path, 'utf8').includes('support/releases/'))
    .flatMap((path) => readFileSync(path, 'utf8').match(/\.select\(|\$count\(|`\s*select\b/g) ?? [])
  expect(queries.length).toBeLessThanOrEqual(MAX_QUERIES_OF_TESTS)
})

/** Examples for the rules: each line violates one rule, or none. */
test.each([
  ['web/features/contacts/list.tsx', "import { x } from '#web/features/unlocks/x.ts'", 'meet in widgets and routes'],
  ['web/features/contacts/list.tsx', "import type { x } from '#web/features/unlocks/x.ts'", 'meet in widgets and routes'],
  [
    'web/features/contacts/list.tsx',
    "import {\n  x,\n  type y,\n} from '#web/features/unlocks/x.ts'",
    'meet in widgets and routes',
  ],
  ['web/features/contacts/list.tsx', "const x = import('#web/features/unlocks/x.ts')", 'meet in widgets and routes'],
  ['web/features/contacts/list.tsx', "import { x } from '#web/features/contacts/x.ts'", undefined],
  ['web/forms/use-autosave.ts', "import { x } from '#web/features/contacts/x.ts'", 'import no feature'],
  ['web/forms/use-autosave.ts', "import { x } from '#web/db/tab/databases.ts'", undefined],
  ['web/ui/field.tsx', "import { x } from '#web/forms/x.ts'", 'have forms'],
  ['web/features/contacts/list.tsx', "import { x } from '#web/forms/x.ts'", undefined],
  ['web/routes/vcs.tsx', "import { x } from '#web/features/unlocks/x.ts'", undefined],
  ['web/net/api.ts', "import { toast } from '#web/ui/toast.ts'", 'import no components'],
  ['web/sync/engine/push/push.ts', "import '#server/app.ts'", 'only the contracts of the server'],
  ['sync-server/sync/live.ts', "import type { x } from '#server/features/accounts/x.ts'", 'engines import no feature'],
  ['sync-server/features/unlocks/routes.ts', "import { x } from './queries.ts'", 'HTTP only'],
  ['sync-server/features/unlocks/routes.ts', "import { vcs } from '#drizzle/schema/index.ts'", 'HTTP only'],
  ['sync-server/features/unlocks/service.ts', "import { x } from '#server/features/orders/queries.ts'", 'calls the service'],
  ['sync-server/features/unlocks/service.ts', "import { x } from '#server/features/orders/service.ts'", undefined],
  ['sync-server/features/unlocks/service.ts', "import { x } from './queries.ts'", undefined],
  ['shared/money.ts', "import { readFile } from 'node:fs'", 'are pure'],
  ['shared/money.ts', "import * as v from 'valibot'", undefined],
  ['shared/search/x.ts', "import type { x } from '#shared/directory/x.ts'", 'is generic'],
  ['shared/money.ts', "import { x } from '../drizzle/schema/index.ts'", 'parent folder'],
  ['shared/money.ts', "import { x } from './ids'", 'without its extension'],
  ['tests/sync/conformance/support/wire.ts', "import { Push } from '#shared/sync/push.ts'", 'the last release'],
  ['tests/sync/conformance/support/calls.ts', "import type { Entry } from './wire.ts'", undefined],
  ['shared/index.ts', "export * from './money.ts'", 'a barrel'],
  ['drizzle/schema/index.ts', "export * from './accounts.ts'", undefined],
])('in %s, %j is classified correctly', (importer, source, because) => {
  const seen = findImports(importer, source).flatMap(violations)
  if (because) expect(seen.join('\n')).toContain(because)
  else expect(seen).toEqual([])
})
