import { CompressedJson } from './compressed-json.ts'

type Source<Value> = { findVersion: () => Promise<string>; read: () => Promise<Value> }

/** A value that is read again only when what it is made of has changed; one read at a time for everybody who asks. */
export function readOnce<Value>({ findVersion, read }: Source<Value>): () => Promise<Value> {
  let latest: { version: string; value: Value } | undefined
  let reading: Promise<Value> | undefined

  async function readAgain(): Promise<Value> {
    // The version before the rows: a change in between makes the next caller read once more.
    const version = await findVersion()
    if (latest?.version !== version) latest = { version, value: await read() }
    return latest.value
  }
  return () => {
    reading ??= readAgain().finally(() => {
      reading = undefined
    })
    return reading
  }
}

/**
 * An answer that is the same for everybody, made and packed again only when what it is made of has changed. Anybody may ask,
 * as often as they like: what is made anew for each of them keeps the node from all else.
 */
export const packedOnce = ({ findVersion, read }: Source<unknown>): (() => Promise<CompressedJson>) =>
  readOnce({ findVersion, read: async () => new CompressedJson(await read()) })
