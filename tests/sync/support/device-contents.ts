import * as v from 'valibot'
import { privateCollections } from '#shared/sync/collections.ts'
import { DirectoryPart, type Doc } from '#shared/sync/protocol.ts'
import type { DirectoryDatabase } from '#web/db/directory-database.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'

export type Contents = Record<string, Record<string, unknown>>

/** Omits collections without documents, so that "never had any" equals "all removed". */
export function contentsOf(docs: Record<string, Doc[]>): Contents {
  const filled = Object.entries(docs).filter(([, list]) => list.length > 0)
  return Object.fromEntries(filled.map(([name, list]) => [name, Object.fromEntries(list.map((doc) => [doc.id, doc]))]))
}

/** The whole directory as stored on a device: the snapshot chunks with the later changes applied over them. */
export async function readDirectory(db: DirectoryDatabase): Promise<Contents> {
  const collections = new Map<string, Map<string, Doc>>()
  const of = (collection: string) => collections.get(collection) ?? collections.set(collection, new Map()).get(collection)
  for (const key of (await db.getMeta('directory'))?.parts ?? []) {
    const part = await db.parts.get(key)
    if (!part) throw new Error('A part of the directory is missing on the device.')
    for (const [collection, docs] of Object.entries(v.parse(DirectoryPart, JSON.parse(part.text)).put)) {
      for (const doc of docs) of(collection)?.set(doc.id, doc)
    }
  }
  for (const { collection, id, doc } of await db.rows.toArray()) {
    if (doc) of(collection)?.set(id, doc)
    else of(collection)?.delete(id)
  }
  return contentsOf(Object.fromEntries([...collections].map(([name, docs]) => [name, [...docs.values()]])))
}

export async function readPrivate(db: PrivateDatabase): Promise<Contents> {
  const docs: Record<string, Doc[]> = {}
  for (const collection of privateCollections) docs[collection] = await db.table(collection).toArray()
  return contentsOf(docs)
}
