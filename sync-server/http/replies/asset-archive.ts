import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { eq, inArray, lt } from 'drizzle-orm'
import { webAssets } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { acceptedEncoding } from './compression.ts'
import { keepFor } from './keep-for.ts'

const unpack = promisify(brotliDecompress)

const KEPT_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Interval at which each build is marked as in use; the job also prunes. */
export const ARCHIVE_ASSETS = 'assets.keep'
export const ARCHIVE_ASSETS_EVERY_SECONDS = 24 * 60 * 60

/** A name that the build generated; no other path is looked up. */
const ASSET = /^\/assets\/[\w.-]{1,200}$/

export const FOR_EVER = 'public, max-age=31536000, immutable'

/** A file of another build. All replies share its bytes. */
type ArchivedAsset = { type: string; brotli: Blob | null; plain: () => Promise<Blob> }

/** Number of files of about 100 kB that are kept in memory, and for how long. */
const IN_MEMORY = 64
const IN_MEMORY_MS = 60 * 60 * 1000

type KeptAssetsDeps = { db: Database; folder: string; now: () => Date }

/**
 * Chunks of builds that are no longer, or not yet, on this node's disk. They are kept for 30 days after the last node with that
 * build. They are stored in the database, because during a roll-out a page of one build requests chunks from nodes of another.
 */
export function assetArchive({ db, folder, now }: KeptAssetsDeps) {
  const recent = keepFor<ArchivedAsset | undefined>({ ms: IN_MEMORY_MS, most: IN_MEMORY, now: () => now().getTime() })
  const ownNames = async () =>
    (await readdir(`${folder}/assets`).catch(() => [])).filter(
      (name) => !/\.(br|gz)$/.test(name) && ASSET.test(`/assets/${name}`),
    )

  /** Adds this build's files to the earlier ones; existing files are only marked as in use. */
  const keep = async () => {
    const paths = (await ownNames()).map((name) => `/assets/${name}`)
    if (paths.length > 0) {
      const marked = await db
        .update(webAssets)
        .set({ builtAt: now() })
        .where(inArray(webAssets.path, paths))
        .returning({ path: webAssets.path })
      const known = new Set(marked.map(({ path }) => path))
      for (const path of paths) if (!known.has(path)) await insert(path)
    }
    await db.delete(webAssets).where(lt(webAssets.builtAt, new Date(now().getTime() - KEPT_DAYS * DAY_MS)))
  }

  const insert = async (path: string) => {
    const packed = Bun.file(`${folder}${path}.br`)
    const file = Bun.file(folder + path)
    const isPacked = await packed.exists()
    const content = isPacked ? new Uint8Array() : await file.bytes()
    const brotli = isPacked ? await packed.bytes() : null
    await db.insert(webAssets).values({ path, content, brotli, type: file.type, builtAt: now() }).onConflictDoNothing()
  }

  const find = async (path: string, requestHeaders: Headers): Promise<Response | undefined> => {
    if (!ASSET.test(path)) return undefined
    const found = await recent(path, () => read(path))
    if (!found) return undefined
    const headers = { 'content-type': found.type, 'cache-control': FOR_EVER, vary: 'accept-encoding' }
    const isPacked = found.brotli && acceptedEncoding(requestHeaders.get('accept-encoding')) === 'br'
    if (isPacked) return new Response(found.brotli, { headers: { ...headers, 'content-encoding': 'br' } })
    return new Response(await found.plain(), { headers })
  }

  const read = async (path: string): Promise<ArchivedAsset | undefined> => {
    const [row] = await db.select().from(webAssets).where(eq(webAssets.path, path))
    if (!row) return undefined
    const { type, content, brotli } = row
    let plain: Promise<Blob> | undefined
    const unpacked = async () => new Blob([Buffer.from(brotli ? await unpack(brotli) : content)])
    return {
      type,
      brotli: brotli && new Blob([Buffer.from(brotli)]),
      plain: () => {
        plain ??= unpacked()
        return plain
      },
    }
  }

  return { keep, find }
}

export type KeptAssets = ReturnType<typeof assetArchive>
