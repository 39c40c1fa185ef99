import { parseSync } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Attributes whose value is for the browser, not for a reader. */
const TECHNICAL =
  /^(?:class|className|\w+ClassName|id|key|to|from|href|src|srcSet|sizes|type|name|role|rel|target|method|d|viewBox|points|transform|fill|stroke\w*|form|htmlFor|autoComplete|inputMode|accept|data-.+|aria-(?:live|current|haspopup|controls|labelledby|describedby|keyshortcuts))$/
const CODE_CALLS =
  /(?:^|\.)(?:Error|RegExp|URL|querySelector\w*|closest|matches|addEventListener|matchMedia|postMessage|import|describe)$/

/** Words for a reader: a capital first, or several words; not the names of classes, paths, types of media and dates. */
const isText = (text: string) => {
  const words = text.trim()
  if (!/\p{L}{2}/u.test(words) || /^(?:[./#@]|https?:|\w+\/\w|--)/.test(words)) return false
  const isClassList =
    words.split(/\s+/).every((word) => /^-?[a-z\d]+(?:[-:[\]()/.!*&_>=%,#'"]+[\w-]*)+$|^[a-z]+$/.test(word)) &&
    /[-:[]/.test(words)
  return !isClassList && (/^\p{Lu}\p{Ll}/u.test(words) || /\p{L}+[ ’,…]+\p{L}/u.test(words))
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/**
 * The texts of a module for a reader, in the order of the source: texts of elements with what is in them, texts of attributes,
 * strings and templates. A value is shown as its expression in braces.
 */
export function extractTexts(file: string, source: string): string[] {
  const { program } = parseSync(file, source)
  const texts: string[] = []
  const slice = ({ start, end }: Node) => source.slice(start, end)
  const add = (text: string) => isText(text) && texts.push(oneLine(text))

  const showValue = (node: Node): string => {
    if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : String(node.value)
    if (node.type === 'TemplateLiteral') {
      const [quasis, values] = [node.quasis as Node[], node.expressions as Node[]]
      return quasis
        .map((quasi, at) => (quasi.value as { cooked: string }).cooked + (values[at] ? `{${oneLine(slice(values[at]))}}` : ''))
        .join('')
    }
    return `{${oneLine(slice(node))}}`
  }
  const flatten = (child: Node): string => {
    if (child.type === 'JSXText') return String(child.value)
    if (child.type === 'JSXExpressionContainer') return showValue(child.expression as Node)
    if (child.type === 'JSXElement' || child.type === 'JSXFragment')
      return (child.children as Node[]).map(flatten).join('') || ' '
    return ''
  }
  const isWritten = (child: Node) => child.type === 'JSXText' && /\p{L}/u.test(String(child.value))

  function visit(node: Node): void {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TaggedTemplateExpression':
      case 'TSLiteralType':
        return
      case 'ImportExpression':
        return
      case 'NewExpression':
      case 'CallExpression':
        if (CODE_CALLS.test(slice(node.callee as Node))) return
        break
      case 'Property':
        if (!TECHNICAL.test(slice(node.key as Node))) visit(node.value as Node)
        return
      case 'JSXAttribute':
        if (TECHNICAL.test(slice(node.name as Node))) return
        break
      case 'JSXElement':
      case 'JSXFragment': {
        const children = node.children as Node[]
        if (!children.some(isWritten)) break
        add(children.map(flatten).join(''))
        // Its own attributes, and those and the expressions of what is in it.
        if (isNode(node.openingElement)) visit(node.openingElement)
        for (const child of children) visitWithin(child)
        return
      }
      case 'Literal':
      case 'TemplateLiteral':
        add(showValue(node))
    }
    for (const child of childrenOf(node)) visit(child)
  }
  /** The attributes and expressions of an element whose texts are part of a sentence already. */
  function visitWithin(node: Node): void {
    if (node.type === 'JSXExpressionContainer') {
      const value = node.expression as Node
      if (value.type !== 'Literal' && value.type !== 'TemplateLiteral') visit(value)
    } else if (node.type === 'JSXElement') {
      visit(node.openingElement as Node)
      for (const child of node.children as Node[]) visitWithin(child)
    }
  }

  visit(program as unknown as Node)
  return texts
}
