import { CompressedJson } from './compressed-json.ts'

type Source<Value> = { findVersion: () => Promise<string>; read: () => Promise<Value> }

/** A value that is read again only when its source has changed; concurrent callers share one read. */
export function readOnce<Value>({ findVersion, read }: Source<Value>): () => Promise<Value> {
  let latest: { version: string; value: Value } | undefined
  let reading: Promise<Value> | undefined

  async function readAgain(): Promise<Value> {
    // Reads the version before the rows: a change in between makes the next caller read again.
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
 * A reply that is the same for all clients, computed and compressed again only when its source has changed. The endpoint is
 * public and not rate limited: computing it for each request would occupy the node.
 */
export const packedOnce = ({ findVersion, read }: Source<unknown>): (() => Promise<CompressedJson>) =>
  readOnce({ findVersion, read: async () => new CompressedJson(await read()) })
