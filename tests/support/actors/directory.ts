import { Elysia } from 'elysia'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import type { Database, OpenDatabase } from '#server/database/client.ts'
import { coldFundSource } from '#server/features/cold-scout/sync-source.ts'
import { extentSource, investorSource, statsSource } from '#server/features/directory/sync-source.ts'
import { projectSource } from '#server/features/projects/sync-source.ts'
import { withContracts } from '#server/http/contracts.ts'
import { errorHandler } from '#server/http/error-handler.ts'
import { requestGuard } from '#server/http/request-guard.ts'
import { createLog } from '#server/log.ts'
import { createPublicLane, type DirectoryLane } from '#server/sync/public/public-lane.ts'
import type { DirectorySources } from '#server/sync/public/public-source.ts'
import { directoryRoutes } from '#server/sync/public/routes.ts'
import type { VcId } from '#shared/ids.ts'
import type { Doc } from '#shared/sync/protocol.ts'

export const directorySources: DirectorySources = {
  investors: investorSource,
  stats: statsSource,
  coldFunds: coldFundSource,
  projects: projectSource,
  extents: extentSource,
}

export const directoryLane = ({ db, sql }: OpenDatabase) => createPublicLane({ db, sql, sources: directorySources })

/** A lane that counts its reads of changes. */
export function countingLane({ db, sql }: OpenDatabase) {
  const counted = { reads: 0 }
  const investors: DirectorySources['investors'] = {
    ...directorySources.investors,
    listChanged: (...args) => {
      counted.reads += 1
      return directorySources.investors.listChanged(...args)
    },
  }
  return { lane: createPublicLane({ db, sql, sources: { ...directorySources, investors } }), counted }
}

/** The public lane as a server has it, without the rest of the product. */
export const directoryApp = (lane: DirectoryLane) =>
  new Elysia()
    .use(errorHandler(createLog('silent')))
    .use(requestGuard({ flood: () => undefined, trustedProxies: 0, isFile: () => false }))
    .use(withContracts(directoryRoutes(lane)))

export function listing(id: string, more: Partial<typeof directoryInvestors.$inferInsert> = {}) {
  return {
    id: id as VcId,
    name: `Partner ${id}`,
    isVerified: true,
    isVentureCapital: true,
    isAngel: false,
    raw: {},
    sourceHash: id,
    consentedAt: new Date(),
    ...more,
  }
}

export const addListings = (db: Database, ...rows: ReturnType<typeof listing>[]) => db.insert(directoryInvestors).values(rows)

/** A device as the protocol sees it: it applies what it receives and knows nothing else. */
export function createDevice(lane: Pick<DirectoryLane, 'snapshot' | 'part' | 'pull'>) {
  const stored = new Map<string, Map<string, Doc>>()
  let at: { epoch: string; since: string; seen?: string | undefined } | undefined

  const apply = (put: Record<string, Doc[]>, del: Record<string, string[]> = {}) => {
    for (const [collection, docs] of Object.entries(put)) {
      const docsOf = stored.get(collection) ?? new Map<string, Doc>()
      for (const doc of docs) docsOf.set(doc.id, doc)
      stored.set(collection, docsOf)
    }
    for (const [collection, ids] of Object.entries(del)) for (const id of ids) stored.get(collection)?.delete(id)
  }

  return {
    /** The stored ids of a collection, sorted. */
    ids: (collection: string) => [...(stored.get(collection)?.keys() ?? [])].sort(),
    doc: (collection: string, id: string) => stored.get(collection)?.get(id),
    docs: (collection: string) => [...(stored.get(collection)?.values() ?? [])],
    /** Starts over from a snapshot. */
    async start() {
      stored.clear()
      const { epoch, cursor, parts } = await lane.snapshot()
      for (const sha256 of parts) {
        const part = await lane.part(sha256)
        if (!part) throw new Error('A part of a snapshot is missing.')
        apply(JSON.parse(new TextDecoder().decode(Bun.gunzipSync(part.gzip.slice()))).put)
      }
      at = { epoch, since: cursor }
    },
    /** @returns whether the server requested a reset, which the device then did */
    async pull(): Promise<'delta' | 'reset'> {
      if (!at) {
        await this.start()
        return 'reset'
      }
      const answer = await lane.pull(at)
      if ('reset' in answer) {
        await this.start()
        return 'reset'
      }
      apply(answer.put, answer.del)
      at = { epoch: answer.epoch, since: answer.cursor, seen: answer.seen }
      return 'delta'
    },
    cursor() {
      if (!at) throw new Error('This device has not pulled yet.')
      return at
    },
  }
}
