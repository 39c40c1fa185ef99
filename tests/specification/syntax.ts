/** A node of the syntax tree, as far as it is used here. */
export type Node = { type: string; [key: string]: unknown }

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** A literal text; the variable part of a template is `{}`. */
export function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'JSXText') return String(node.value)
  if (node?.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
}

/** A table of literals, inside any type assertions. */
export function isTable(node: Node | null | undefined): boolean {
  const inner = node && /^TS(?:As|Satisfies)Expression$/.test(node.type) ? (node.expression as Node) : node
  return inner?.type === 'ArrayExpression' || inner?.type === 'ObjectExpression'
}

export const isFunction = ({ type }: Node) => type.includes('Function')

/** The last name of a callee: `post` of `client.post`. */
export function nameOf(callee: Node): string {
  if (callee.type === 'MemberExpression') return String((callee.property as Node).name ?? '')
  return String(callee.name ?? '')
}
