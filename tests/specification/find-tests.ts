import { isFunction, isNode, isTable, type Node, textOf } from './syntax.ts'

/** A piece of a test's code, or a table that it iterates over. */
export type Part = { node: Node; isTable: boolean }

/** Finds the tests of a parsed file, for `table.ts`: each with its body, and with the tables of the loops around it. */
export function testsIn(program: Node): { name: string; parts: Part[] }[] {
  const found: { name: string; parts: Part[] }[] = []
  const visit = (value: unknown, tables: Part[]): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, tables)
      return
    }
    if (!isNode(value)) return
    if (value.type === 'ForOfStatement') {
      visit(value.body, [...tables, { node: value.right as Node, isTable: true }])
      return
    }
    if (value.type === 'CallExpression') {
      const { kind, table } = kindOf(value.callee as Node)
      const [name, ...rest] = value.arguments as Node[]
      const inner = table ? [...tables, { node: table, isTable: isTable(table) }] : tables
      const body = rest.findLast(isFunction)
      if (kind === 'test' && body) {
        found.push({ name: textOf(name) ?? '', parts: [...inner, { node: body, isTable: false }] })
        return
      }
      if (kind === 'describe') {
        visit(body ?? name, inner)
        return
      }
    }
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child, tables)
  }
  visit(program, [])
  return found
}

/** The kind of block that a callee begins: `test`, `test.only`, `test.each(table)`, `describe.each(table)`. */
function kindOf(callee: Node): { kind?: 'test' | 'describe'; table?: Node } {
  if (callee.type === 'CallExpression') {
    const { kind } = kindOf(callee.callee as Node)
    return kind ? { kind, table: (callee.arguments as Node[])[0] as Node } : {}
  }
  if (callee.type === 'Identifier') {
    if (callee.name === 'describe') return { kind: 'describe' }
    return callee.name === 'test' || callee.name === 'it' ? { kind: 'test' } : {}
  }
  if (callee.type !== 'MemberExpression') return {}
  const name = String((callee.property as Node).name)
  if (/^(?:each|only|skip|skipIf|runIf|concurrent|for)$/.test(name)) return kindOf(callee.object as Node)
  return name === 'describe' && kindOf(callee.object as Node).kind === 'test' ? { kind: 'describe' } : {}
}
