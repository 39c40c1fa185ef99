import { fromColumns, isByColumns } from '#shared/sync/column-part.ts'
import type { DirectoryPart } from '#shared/sync/protocol.ts'
import type { PartRow } from '#web/db/directory-database.ts'
import { Unreachable } from '#web/net/api.ts'

/**
 * A chunk by fields or by documents, as the server sent it, in the form in which it is stored. Its hash proves that it is the
 * server's own content.
 *
 * @throws Unreachable for any other content
 */
export async function readChunk(hash: string, received: string): Promise<PartRow> {
  const { json, size } = joined(received)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json)))
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (found !== hash) throw new Unreachable('A part arrived damaged.')
  return { key: hash, text: json, size }
}

function joined(text: string): { json: string; size: number } {
  try {
    if (isByColumns(text)) return fromColumns(text)
    const { put } = JSON.parse(text) as DirectoryPart
    return { json: text, size: Object.values(put).flat().length }
  } catch {
    throw new Unreachable('A part cannot be read.')
  }
}
