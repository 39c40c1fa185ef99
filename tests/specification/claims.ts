import { isFunction, isNode, isTable, type Node, nameOf, textOf } from './syntax.ts'

/** What a piece of test code asserts or does. */
export type Claims = {
  /** Texts that must be present: in a locator, an expectation, or a table that a test iterates over. */
  texts: Set<string>
  /** The same, as sources of regular expressions. */
  patterns: Set<string>
  /** Calls that are made, as `POST /api/vcs/{}`. */
  calls: Set<string>
  /** Every name, number and text, in any position. */
  literals: Set<string>
  /** Names in the position of a text: constants that contain one. */
  named: Set<string>
}

/** Their arguments must be on the page, or in a value. */
const ASSERTS =
  /^(?:(?:get|find|getAll|findAll)By\w+|locator|filter|to(?:Have|Contain|Be|Equal|Match|StrictEqual|Throw)\w*|(?:string|object|array)(?:Containing|Matching)|selectOption|waitForURL)$/
/** The test itself supplies their arguments. */
const INPUTS =
  /^(?:fill|type|press\w*|goto|visit|setInputFiles|fulfill|route|unroute|evaluate|addInitScript|post|get|put|send|insert|values|set|update|stubGlobal|mock\w+|fireEvent|change|register|fillLogin|signIn|typeInto|answer)$/
/** Expectations of absence. */
const ABSENT = /^(?:toBeHidden|toBeNull|toBeUndefined|toBeFalsy)$/
/** The same, when the expected value is empty, zero or false. */
const EQUAL = /^(?:toHaveCount|toBe|toEqual|toStrictEqual|toHaveLength)$/
/** Their first argument is a title. */
const TITLED = /^(?:step|describe|test|it)$/

type Place = { isClaim: boolean; isNegated: boolean; isData: boolean; isInput: boolean }
const NOWHERE: Place = { isClaim: false, isNegated: false, isData: false, isInput: false }

/**
 * @param isData  a table: each of its texts is a claim of the test that iterates over it
 * @param doesAssert  whether a helper of this name asserts something
 * @returns the claims of the code itself, and the names that it refers to
 */
export function claimsOf(root: Node, isData: boolean, doesAssert: (name: string) => boolean) {
  const own: Claims = { texts: new Set(), patterns: new Set(), calls: new Set(), literals: new Set(), named: new Set() }
  const references = new Set<string>()

  const visit = (value: unknown, place: Place): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, place)
    else if (isNode(value)) visitNode(value, place)
  }

  const visitNode = (node: Node, place: Place): void => {
    const text = textOf(node)
    if (text !== undefined) {
      own.literals.add(text)
      if (counts(place)) own.texts.add(text)
      visit(node.expressions, { ...place, isClaim: false, isData: false })
    } else if (node.type === 'Literal') {
      visitLiteral(node, place)
    } else if (node.type === 'Identifier') {
      const name = String(node.name)
      own.literals.add(name)
      references.add(name)
      if (counts(place)) own.named.add(name)
    } else if (node.type === 'Property') {
      own.literals.add(keyOf(node))
      if (node.computed) visit(node.key, place)
      visit(node.value, place)
    } else if (node.type === 'MemberExpression') {
      own.literals.add(nameOf(node))
      if (node.computed) visit(node.property, { ...place, isClaim: false })
      visit(node.object, place)
    } else if (node.type === 'CallExpression') {
      visitCall(node, place)
    } else if (node.type === 'VariableDeclarator') {
      visit(node.init, { ...place, isData: isTable(node.init as Node | null) })
    } else if (node.type === 'ForOfStatement') {
      visit(node.right, { ...place, isData: true })
      visit(node.body, { ...place, isData: false })
    } else {
      const inner = isFunction(node) ? { ...place, isData: false } : place
      for (const [key, child] of Object.entries(node)) if (!/^type(?:$|[A-Z])/.test(key)) visit(child, inner)
    }
  }

  const visitLiteral = (node: Node, place: Place) => {
    const pattern = (node.regex as { pattern: string } | undefined)?.pattern
    own.literals.add(pattern ?? String(node.value))
    if (pattern !== undefined && !place.isNegated && !place.isInput) own.patterns.add(pattern)
  }

  const visitCall = (node: Node, place: Place) => {
    const callee = node.callee as Node
    const args = node.arguments as Node[]
    const name = nameOf(callee)
    const call = callOf(name, args)
    if (call) own.calls.add(call)
    const isNegated = place.isNegated || isAbsence(callee, name, args)
    visit(callee, { ...place, isNegated })
    const asserts = ASSERTS.test(name)
    const isClaim = place.isClaim || asserts || (callee.type === 'Identifier' && doesAssert(name))
    const isInput = place.isInput || (!asserts && INPUTS.test(name))
    // A function passed as an argument makes its own claims.
    for (const arg of TITLED.test(name) ? args.slice(1) : args)
      visit(arg, isFunction(arg) ? NOWHERE : { ...place, isClaim, isNegated, isInput })
  }

  visit(root, { ...NOWHERE, isData })
  return { own, references: [...references] }
}

const counts = ({ isClaim, isData, isNegated, isInput }: Place) => (isClaim || isData) && !isNegated && !isInput

const keyOf = ({ key }: Node) => String((key as Node).name ?? (key as Node).value)

/** `expect(…).not.…`, or an expectation of absence. */
function isAbsence(callee: Node, name: string, [first]: Node[]): boolean {
  if (callee.type !== 'MemberExpression') return false
  if (nameOf(callee.object as Node) === 'not' || ABSENT.test(name)) return true
  if (!first || !EQUAL.test(name)) return false
  if (first.type === 'ArrayExpression') return (first.elements as Node[]).length === 0
  return first.type === 'Literal' && !first.regex && (first.value === 0 || first.value === false || first.value === null)
}

/** A call of the API, by a client, a browser or a helper. */
function callOf(name: string, args: Node[]): string | undefined {
  const path = args.map(textOf).find((text) => text?.includes('/api/'))
  if (!path) return undefined
  const options = args.flatMap((arg) => (arg.type === 'ObjectExpression' ? (arg.properties as Node[]) : []))
  const method = options.find((property) => property.type === 'Property' && keyOf(property) === 'method')
  const verb = textOf(method?.value as Node | undefined) ?? (name === 'post' ? 'POST' : 'GET')
  // The part after the last name is a query.
  const [bare = ''] = path.slice(path.indexOf('/api/')).split(/[?#]|(?<=\w)\{\}$/)
  return `${verb} ${bare}`
}
