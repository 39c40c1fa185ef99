import * as v from 'valibot'
import type { Doc } from './protocol.ts'

/**
 * A chunk by fields instead of by documents, for transfer only: values that resemble each other are adjacent, which compresses to
 * seven eighths or less. A device turns it back into the chunk's own JSON, byte by byte, and checks that against the chunk's hash.
 *
 * The first line lists the collections. Then, for each field of each collection, one line per document that has it: the value as
 * JSON, which contains no line break. Nothing has to be parsed or serialised to join the lines again.
 */
const ColumnHeader = v.array(
  v.object({
    collection: v.string(),
    size: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** The fields of a document in the order of the JSON, once for each combination that occurs. */
    shapes: v.array(v.array(v.string())),
    /** By document, a place in `shapes`. Absent when there is one shape. */
    shapeOf: v.optional(v.array(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  }),
)
type ColumnHeader = v.InferOutput<typeof ColumnHeader>

/** Every field of some shapes once, in the order of the lines. */
const fieldsOf = (shapes: readonly string[][]) => [...new Set(shapes.flat())]

/** Whether a reply is a chunk by fields. A chunk by documents is a JSON object. */
export const isByColumns = (text: string): boolean => text.startsWith('[')

/** @see fromColumns */
export function toColumns(put: Readonly<Record<string, readonly Doc[]>>): string {
  const header: ColumnHeader = []
  const lines: string[] = []
  for (const [collection, docs] of Object.entries(put)) {
    const places = new Map<string, number>()
    const shapes: string[][] = []
    const shapeOf = docs.map((doc) => {
      const fields = Object.keys(doc).filter((field) => doc[field] !== undefined)
      const name = fields.join('\n')
      const place = places.get(name) ?? shapes.push(fields) - 1
      places.set(name, place)
      return place
    })
    header.push({ collection, size: docs.length, shapes, ...(shapes.length > 1 && { shapeOf }) })
    for (const field of fieldsOf(shapes)) {
      for (const doc of docs) if (doc[field] !== undefined) lines.push(JSON.stringify(doc[field]))
    }
  }
  return [JSON.stringify(header), ...lines].join('\n')
}

/**
 * The chunk's JSON, and its number of documents.
 *
 * @throws Error for a text that `toColumns` did not write
 */
export function fromColumns(text: string): { json: string; size: number } {
  const lines = text.split('\n')
  const header = v.parse(ColumnHeader, JSON.parse(lines[0] ?? ''))
  let end = 1
  const collections = header.map(({ collection, size, shapes, shapeOf = [] }) => {
    const counts = shapes.map((_, place) => shapeOf.filter((each) => each === place).length)
    if (shapes.length === 1) counts[0] = size
    const fields = fieldsOf(shapes)
    const next = fields.map((field) => {
      const first = end
      end += shapes.reduce((lines, shape, place) => lines + (shape.includes(field) ? (counts[place] ?? 0) : 0), 0)
      return first
    })
    if (end > lines.length) throw new Error('A chunk by fields is incomplete.')
    const columns = shapes.map((shape) => shape.map((field) => fields.indexOf(field)))
    const labels = shapes.map((shape) => shape.map((field, at) => `${at === 0 ? '' : ','}${JSON.stringify(field)}:`))
    let docs = ''
    for (let at = 0; at < size; at += 1) {
      const place = shapeOf[at] ?? 0
      const [ownColumns = [], ownLabels = []] = [columns[place], labels[place]]
      docs += at === 0 ? '{' : ',{'
      // Each concatenation refers to both texts. The characters are copied once, at the end.
      for (let column = 0; column < ownColumns.length; column += 1) {
        const field = ownColumns[column] ?? 0
        const line = next[field] ?? 0
        next[field] = line + 1
        docs += `${ownLabels[column]}${lines[line]}`
      }
      docs += '}'
    }
    return `${JSON.stringify(collection)}:[${docs}]`
  })
  return { json: `{"put":{${collections.join(',')}}}`, size: header.reduce((sum, { size }) => sum + size, 0) }
}
