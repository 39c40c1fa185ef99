import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { findImports } from '#tests/support/runner/imports.ts'

/** Source text by path from the root. */
export type Sources = Map<string, string>

export function readSources(): Sources {
  const paths = [...new Glob('{shared,sync-server,web,tests}/**/*.{ts,tsx}').scanSync('.')]
  return new Map(paths.filter((path) => !path.startsWith('web/dist/')).map((path) => [path, readFileSync(path, 'utf8')]))
}

/** Files that import one of `changed`, directly or through other files; `changed` included. */
export function importersOf(changed: Iterable<string>, sources: Sources): Set<string> {
  const importers = new Map<string, string[]>()
  for (const [path, source] of sources) {
    // The generated tree imports every route: through it, each screen would depend on every other.
    if (path === 'web/routeTree.gen.ts') continue
    for (const { imported } of findImports(path, source)) importers.set(imported, [...(importers.get(imported) ?? []), path])
  }
  const reached = new Set(changed)
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer)
  return reached
}

/** The address that a route file serves, up to its first parameter: `web/routes/vc.$id.tsx` → `/vc/`. */
export function addressOf(routeFile: string): string | undefined {
  const name = /^web\/routes\/([^-_][^/]*)\.tsx$/.exec(routeFile)?.[1]
  if (!name || name.includes('.test')) return undefined
  const path = `/${name.replaceAll('.', '/').replace(/(?:^|\/)index$/, '')}`
  return path.includes('$') ? path.slice(0, path.indexOf('$')) : path
}

const opens = (source: string, address: string) =>
  [...source.matchAll(/['"`](\/[^'"`\s]*)['"`]/g)].some(([, path = '']) => {
    const plain = path.replace(/[?#].*$/, '')
    return address.endsWith('/') && address !== '/' ? plain.startsWith(address) : plain === address
  })

/**
 * Browser tests that a change may affect: those whose own code changed, and those that open a screen whose code changed. A server
 * feature counts as the screens of the same name. `all` when the change is below every screen.
 */
export function affectedBrowserTests(changed: string[], sources: Sources): string[] | 'all' {
  const features = new Set<string>()
  for (const path of changed) {
    if (path.endsWith('.md')) continue
    const feature = /^sync-server\/features\/([^/]+)\//.exec(path)?.[1]
    if (feature) features.add(feature)
    else if (/^(?:sync-server|drizzle|web\/(?:build|service-worker|sync|db|net)|tests\/e2e\/support)\//.test(path)) return 'all'
    else if (!path.includes('/')) return 'all'
  }
  const roots = [...sources.keys()].filter((path) => features.has(/^(?:web\/features|shared)\/([^/]+)\//.exec(path)?.[1] ?? ''))
  const reached = importersOf(
    [...changed, ...roots].filter((path) => !/\.test\.tsx?$/.test(path)),
    sources,
  )
  if (reached.has('web/main.tsx') || reached.has('web/routes/__root.tsx')) return 'all'
  const addresses = [...reached].flatMap((path) => addressOf(path) ?? [])
  return [...sources]
    .filter(([path]) => path.endsWith('.e2e.ts'))
    .filter(([path, source]) => reached.has(path) || addresses.some((address) => opens(source, address)))
    .map(([path]) => path)
}
