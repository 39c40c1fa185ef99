import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { Glob } from 'bun'
import { parseSync } from 'vite'
import { type Claims, claimsOf } from './claims.ts'
import { type Part, testsIn } from './find-tests.ts'
import { isNode, isTable, type Node, textOf } from './syntax.ts'

/** One test of a file. Its claims are those of its own code and of every helper that it reaches, one entry for each. */
export type TestCase = { file: string; name: string; claims: Claims[] }

type Module = {
  program: Node
  /** By name, at any depth: a name that is declared twice counts as both. */
  declared: Map<string, Part[]>
  imported: Map<string, { file: string; name: string }>
}

const TEST_FILES = '{shared,drizzle,sync-server,web,tests}/**/*.{test.ts,test.tsx,e2e.ts}'

/** Parses a test file on first use. Helpers are resolved within the file and in `tests/`, and not in the product. */
export function createTestReader(root = '.') {
  const modules = new Map<string, Module | undefined>()
  const cases = new Map<string, TestCase[]>()
  const claims = new Map<Node, { own: Claims; references: string[] }>()
  const asserting = new Map<Node, boolean>()

  const moduleOf = (file: string) => {
    if (!modules.has(file)) modules.set(file, readModule(root, file))
    return modules.get(file)
  }
  const resolve = (file: string, name: string): [string, Part][] => {
    const read = moduleOf(file)
    const here = read?.declared.get(name)
    if (here) return here.map((each) => [file, each])
    const way = read?.imported.get(name)
    return way ? (moduleOf(way.file)?.declared.get(way.name) ?? []).map((each) => [way.file, each]) : []
  }
  /** Whether a helper passes its arguments to an assertion: only then they are claims. */
  const doesAssert = (file: string, name: string) =>
    resolve(file, name).some(([, { node, isTable }]) => {
      const known = asserting.get(node) ?? (!isTable && holdsAssertion(node))
      asserting.set(node, known)
      return known
    })
  const claimsAt = (file: string, { node, isTable }: Part) => {
    const known = claims.get(node)
    if (known) return known
    const found = claimsOf(node, isTable, (name) => doesAssert(file, name))
    // A constant in the position of a text contributes its value.
    for (const name of found.own.named) {
      for (const [, { node: value }] of resolve(file, name)) {
        const text = textOf(value)
        if (text !== undefined) found.own.texts.add(text)
      }
    }
    claims.set(node, found)
    return found
  }
  const collect = (file: string, parts: Part[]): Claims[] => {
    const seen = new Set<Node>()
    const all: Claims[] = []
    const visit = (from: string, part: Part) => {
      if (seen.has(part.node)) return
      seen.add(part.node)
      const { own, references } = claimsAt(from, part)
      all.push(own)
      for (const name of references) for (const [at, next] of resolve(from, name)) visit(at, next)
    }
    for (const part of parts) visit(file, part)
    return all
  }

  /** The tests of a file; empty when there is no such file. */
  const testsOf = (file: string): TestCase[] => {
    const known = cases.get(file)
    if (known) return known
    const read = moduleOf(file)
    const found = read ? testsIn(read.program).map(({ name, parts }) => ({ file, name, claims: collect(file, parts) })) : []
    cases.set(file, found)
    return found
  }
  const allTests = (): TestCase[] => {
    const files = [...new Glob(TEST_FILES).scanSync(root)].filter((file) => !file.startsWith('web/dist/')).sort()
    return files.flatMap(testsOf)
  }
  return { testsOf, allTests }
}
export type TestReader = ReturnType<typeof createTestReader>

function readModule(root: string, file: string): Module | undefined {
  let source: string
  try {
    source = readFileSync(`${root}/${file}`, 'utf8')
  } catch {
    return undefined
  }
  const program = parseSync(file, source).program as unknown as Node
  const read: Module = { program, declared: new Map(), imported: new Map() }
  declare(program, file, read)
  return read
}

function declare(value: unknown, file: string, read: Module): void {
  if (Array.isArray(value)) {
    for (const each of value) declare(each, file, read)
    return
  }
  if (!isNode(value)) return
  if (value.type === 'ImportDeclaration') {
    declareImports(value, file, read)
    return
  }
  const id = value.id as Node | null | undefined
  if ((value.type === 'VariableDeclarator' || value.type === 'FunctionDeclaration') && id?.type === 'Identifier') {
    const node = (value.type === 'FunctionDeclaration' ? value : value.init) as Node | null
    const name = String(id.name)
    if (node) read.declared.set(name, [...(read.declared.get(name) ?? []), { node, isTable: isTable(node) }])
  }
  if (value.type === 'VariableDeclarator' && id?.type === 'ObjectPattern') declareSetup(id, value.init, read)
  for (const child of Object.values(value)) if (typeof child === 'object') declare(child, file, read)
}

/** `const { buy } = await setUp()`: a name that an imported function returns is one that its file declares. */
function declareSetup(pattern: Node, init: unknown, read: Module) {
  const call = isNode(init) && init.type === 'AwaitExpression' ? (init.argument as Node) : undefined
  const callee = call?.type === 'CallExpression' ? (call.callee as Node) : undefined
  const from = callee?.type === 'Identifier' ? read.imported.get(String(callee.name)) : undefined
  if (!from) return
  for (const { key } of pattern.properties as { key?: Node }[]) {
    if (key?.type === 'Identifier') read.imported.set(String(key.name), { file: from.file, name: String(key.name) })
  }
}

function declareImports(node: Node, file: string, read: Module) {
  const path = ownPath(file, String((node.source as Node).value))
  if (!path) return
  for (const each of node.specifiers as Node[]) {
    const name = (each.imported as Node | undefined)?.name
    if (name) read.imported.set(String((each.local as Node).name), { file: path, name: String(name) })
  }
}

/** The file of an import within the tests: product code proves nothing. */
function ownPath(importer: string, specifier: string): string | undefined {
  const path = specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(importer), specifier)
  return path.startsWith('tests/') ? path : undefined
}

function holdsAssertion(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsAssertion)
  if (!isNode(value)) return false
  if (value.type === 'Identifier') return /^(?:expect|locator|getBy\w+|findBy\w+)$/.test(String(value.name))
  return Object.values(value).some((child) => typeof child === 'object' && holdsAssertion(child))
}
