import * as v from 'valibot'

/** A value that a stranger may have sent, or nothing where it cannot be read. The first fault is enough: a list may have 20,000. */
export function readOrNone<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> | undefined {
  const read = v.safeParse(schema, value, { abortEarly: true })
  return read.success ? read.output : undefined
}
