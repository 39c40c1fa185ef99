import { PackedJson } from './packed-json.ts'

type Source = { findVersion: () => Promise<string>; read: () => Promise<unknown> }

/**
 * An answer that is the same for everybody, made and packed again only when what it is made of has changed. Anybody may ask,
 * as often as they like: what is made anew for each of them keeps the node from all else.
 */
export function packedOnce({ findVersion, read }: Source): () => Promise<PackedJson> {
  let latest: { version: string; packed: PackedJson } | undefined
  let reading: Promise<PackedJson> | undefined

  async function readAgain(): Promise<PackedJson> {
    // The version before the rows: a change in between makes the next caller read once more.
    const version = await findVersion()
    if (latest?.version !== version) latest = { version, packed: new PackedJson(await read()) }
    return latest.packed
  }
  return () => {
    reading ??= readAgain().finally(() => {
      reading = undefined
    })
    return reading
  }
}
