import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { expect, test } from 'vitest'
import { findImports, type Import } from '#tests/support/runner/imports.ts'

/**
 * The arrows that may not be drawn: importer, imported, why. `$1` stands for what
 * the importer's first group matched. Test files may look anywhere.
 */
const forbidden: [importer: RegExp, imported: string, because: string][] = [
  [/^shared\//, '^(?!shared/|package:(?:valibot|node-diff3)$)', 'what both sides agree on is pure'],
  [/^drizzle\/schema\//, '^(?!drizzle/schema/|shared/|package:drizzle-orm$)', 'the schema knows the contracts and nothing else'],
  [/^sync-server\//, '^(web|tests)/', 'the server knows no screen'],
  [/^web\//, '^(sync-server|drizzle|tests)/', 'the web knows the server by its contracts'],
  [/^web\/(?!build\/)/, '^package:(bun|drizzle-orm|postgres|elysia|zod|stripe|pino|node:.*)$', 'these belong to the server'],
  [/^sync-server\//, '^package:(react|react-dom|dexie|@tanstack/.*)$', 'these belong to the browser'],

  [/^web\/features\/([^/]+)\//, '^web/features/(?!$1/)', 'features of the web meet in routes'],
  [/^web\/(?!routes\/|main\.tsx|routeTree\.gen\.ts)/, '^web/routes/', 'nothing but the router knows the routes'],
  [/^web\/(sync|db|net|ui|payments)\//, '^web/features/', 'the ground does not know what stands on it'],
  [/^web\/(net|db|sync)\//, '^web/ui/', 'the network and the store know no pictures'],
  [/^web\/ui\//, '^web/(sync|db|net)/', 'pieces know no domain'],
  [/^web\/db\//, '^web/(sync|net)/', 'the store is below the sync'],

  [
    /^sync-server\/features\/.*\broutes\.ts$/,
    '(queries\\.ts$|^drizzle/|^package:drizzle-orm$)',
    'routes speak HTTP and nothing else',
  ],
  [
    /^sync-server\/features\/([^/]+)\//,
    '^sync-server/features/(?!$1/)[^/]+/(.*-)?queries\\.ts$',
    'a feature asks the service of another one',
  ],
  [/^sync-server\/features\/.*queries\.ts$/, 'service\\.ts$', 'services ask queries, not the other way'],
  [/^sync-server\/(sync|payments|jobs|http|email|database|storage)\//, '^sync-server/features/', 'engines know no feature'],
  [
    /^sync-server\/[^/]+\//,
    '^sync-server/(app|main|serve|lanes|money|people)\\.ts$',
    'only the start knows the composition root',
  ],
]

const form: [wrong: (found: Import) => boolean, because: string][] = [
  [({ specifier }) => specifier.startsWith('..'), 'a path that climbs: say the room (#room/path.ts)'],
  [({ specifier, imported }) => specifier.startsWith('./') && imported.includes('..'), 'a path that leaves its folder'],
  [({ specifier }) => /^[.#]/.test(specifier) && !/\.(ts|tsx|css|json)$/.test(specifier), 'a path without its extension'],
  [({ importer, isReExport }) => isReExport && importer !== 'drizzle/schema/index.ts', 'a barrel'],
]

/** Tests look anywhere, but for those that must not change with the product: what speaks for the last release has its own shapes. */
const FROM_OUTSIDE = /^tests\/sync\/conformance\/support\/(wire|calls|mutate|model|random)\.ts$/
const OUTSIDE = '^(shared|drizzle|sync-server|web)/'

/** Each import that may not be, as a line to read. */
function violations(found: Import): string[] {
  const { importer, imported, specifier } = found
  const say = (because: string) => `${importer} imports ${specifier}: ${because}`
  if (FROM_OUTSIDE.test(importer) && new RegExp(OUTSIDE).test(imported)) return [say('it speaks as the last release did')]
  const wrongForm = form.filter(([isWrong]) => isWrong(found)).map(([, because]) => say(because))
  if (/\.test\.tsx?$|^tests\//.test(importer)) return wrongForm
  const wrongWay = forbidden.flatMap(([from, to, because]) => {
    const match = from.exec(importer)
    return match && new RegExp(to.replace('$1', match[1] ?? '')).test(imported) ? [say(because)] : []
  })
  return [...wrongForm, ...wrongWay]
}

const sources = [...new Glob('{shared,drizzle,sync-server,web,tests}/**/*.{ts,tsx}').scanSync('.')].filter(
  (path) => !path.startsWith('web/dist/') && path !== 'web/routeTree.gen.ts',
)

test('every import follows the arrows', () => {
  const imports = sources.flatMap((path) => findImports(path, readFileSync(path, 'utf8')))
  expect(imports.length).toBeGreaterThan(300)
  expect(imports.flatMap(violations)).toEqual([])
})

/** What the table must see: each line is wrong in one way, or in none. */
test.each([
  ['web/features/contacts/list.tsx', "import { x } from '#web/features/unlocks/x.ts'", 'meet in routes'],
  ['web/features/contacts/list.tsx', "import type { x } from '#web/features/unlocks/x.ts'", 'meet in routes'],
  ['web/features/contacts/list.tsx', "import {\n  x,\n  type y,\n} from '#web/features/unlocks/x.ts'", 'meet in routes'],
  ['web/features/contacts/list.tsx', "const x = import('#web/features/unlocks/x.ts')", 'meet in routes'],
  ['web/features/contacts/list.tsx', "import { x } from '#web/features/contacts/x.ts'", undefined],
  ['web/routes/vcs.tsx', "import { x } from '#web/features/unlocks/x.ts'", undefined],
  ['web/net/api.ts', "import { toast } from '#web/ui/toast.ts'", 'no pictures'],
  ['web/sync/engine/push/push.ts', "import '#server/app.ts'", 'by its contracts'],
  ['sync-server/sync/live.ts', "import type { x } from '#server/features/accounts/x.ts'", 'engines know no feature'],
  ['sync-server/features/unlocks/routes.ts', "import { x } from './queries.ts'", 'HTTP and nothing else'],
  ['sync-server/features/unlocks/routes.ts', "import { vcs } from '#drizzle/schema/index.ts'", 'HTTP and nothing else'],
  ['sync-server/features/unlocks/service.ts', "import { x } from '#server/features/orders/queries.ts'", 'asks the service'],
  ['sync-server/features/unlocks/service.ts', "import { x } from '#server/features/orders/service.ts'", undefined],
  ['sync-server/features/unlocks/service.ts', "import { x } from './queries.ts'", undefined],
  ['shared/money.ts', "import { readFile } from 'node:fs'", 'is pure'],
  ['shared/money.ts', "import * as v from 'valibot'", undefined],
  ['shared/money.ts', "import { x } from '../drizzle/schema/index.ts'", 'climbs'],
  ['shared/money.ts', "import { x } from './ids'", 'without its extension'],
  ['tests/sync/conformance/support/wire.ts', "import { Push } from '#shared/sync/push.ts'", 'the last release'],
  ['tests/sync/conformance/support/calls.ts', "import type { Entry } from './wire.ts'", undefined],
  ['shared/index.ts', "export * from './money.ts'", 'a barrel'],
  ['drizzle/schema/index.ts', "export * from './accounts.ts'", undefined],
])('in %s, %j is seen for what it is', (importer, source, because) => {
  const seen = findImports(importer, source).flatMap(violations)
  if (because) expect(seen.join('\n')).toContain(because)
  else expect(seen).toEqual([])
})
