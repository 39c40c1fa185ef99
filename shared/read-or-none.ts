import * as v from 'valibot'

/** A parsed client value, or undefined when it cannot be parsed. It stops at the first fault: a list may have 20,000. */
export function readOrNone<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> | undefined {
  const read = v.safeParse(schema, value, { abortEarly: true })
  return read.success ? read.output : undefined
}
