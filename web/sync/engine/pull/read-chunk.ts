import { fromColumns, isByColumns } from '#shared/sync/column-part.ts'
import type { DirectoryPart } from '#shared/sync/protocol.ts'
import type { PartRow } from '#web/db/directory-database.ts'
import { Unreachable } from '#web/net/api.ts'

/**
 * A chunk by documents, in the form in which it is stored. Its hash proves that it is the server's own content.
 *
 * @throws Unreachable for any other content
 */
export async function readChunk(hash: string, json: string): Promise<PartRow> {
  const bytes = new TextEncoder().encode(json)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (found !== hash) throw new Unreachable('A part arrived damaged.')
  const { put } = JSON.parse(json) as DirectoryPart
  return { key: hash, text: json, size: Object.values(put).flat().length }
}

/** The same for a chunk by fields. An earlier server, and one that has no such form of a chunk, sends it by documents. */
export const readColumns = async (hash: string, received: string): Promise<PartRow> =>
  readChunk(hash, isByColumns(received) ? fromColumns(received).json : received)
