import { posix } from 'node:path'

/** One import of one file; `imported` is a path from the root, or `package:name` for npm packages and runtime modules. */
export type Import = { importer: string; imported: string; specifier: string; isReExport: boolean; isDynamic: boolean }

const ROOMS: Record<string, string> = {
  '#shared/': 'shared/',
  '#drizzle/': 'drizzle/',
  '#server/': 'sync-server/',
  '#web/': 'web/',
  '#tests/': 'tests/',
}

/** `import … from`, `import type … from`, `export … from` and bare imports; each starts a line, as the formatter writes it. */
const STATEMENT = /^(import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"\n]+)['"]/gm
/** `import('…')`, of a module and of a type. */
const CALL = /\bimport\(\s*['"]([^'"\n]+)['"]\s*[,)]/g

export function findImports(importer: string, source: string): Import[] {
  const statements = [...source.matchAll(STATEMENT)].map(([, keyword, specifier = '']) => ({
    specifier,
    isReExport: keyword === 'export',
    isDynamic: false,
  }))
  const calls = [...source.matchAll(CALL)].map(([, specifier = '']) => ({ specifier, isReExport: false, isDynamic: true }))
  return [...statements, ...calls].map((found) => ({ ...found, importer, imported: resolve(importer, found.specifier) }))
}

function resolve(importer: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier)
  const room = Object.keys(ROOMS).find((prefix) => specifier.startsWith(prefix))
  if (room) return ROOMS[room] + specifier.slice(room.length)
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  return `package:${name}`
}
