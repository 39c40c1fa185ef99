import type { Database } from '#server/database/client.ts'
import type { Metrics } from '#server/observe/metrics.ts'
import type { AdminClientError, ClientError } from '#shared/client-errors/contract.ts'
import { addClientError, deleteClientErrorsBefore, listBuiltFiles, listRecentClientErrors } from './queries.ts'

export type ClientErrorDeps = {
  db: Database
  now: () => Date
  metrics: Pick<Metrics, 'clientErrors'>
  /** 0 keeps none, also of pages that were opened before. */
  sampleRate: number
}

const KEPT_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const LISTED = 100

/** Lines of the stack that tell one place from another. The rest depends on how the code was reached. */
const LINES = 3

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/**
 * Identifies a place in the code. Files are named for their content, so a place keeps its fingerprint over the builds in which
 * its file is unchanged.
 */
function fingerprintOf({ kind, name, code, route, frames }: Omit<ClientError, 'isOnline' | 'browser'>): string {
  const lines = frames.slice(0, LINES).map(({ file, line, column }) => `${file}:${line}:${column}`)
  return new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([kind, name, code, route, lines]))
    .digest('hex')
    .slice(0, 16)
}

/**
 * Counts errors of the app. What is stored consists of numbers and of names that the product knows: a file that no build of the
 * last 30 days contains is left out of a stack, and an error of an unknown build is not counted.
 */
export async function countClientErrors({ db, now, metrics, sampleRate }: ClientErrorDeps, errors: ClientError[]) {
  if (sampleRate === 0) return
  const known = await listBuiltFiles(db, [
    ...new Set(errors.flatMap(({ build, frames }) => [build, ...frames.map(({ file }) => file)])),
  ])
  const at = now()
  for (const { isOnline, browser, ...error } of errors) {
    if (!known.has(error.build)) continue
    const frames = error.frames.filter(({ file }) => known.has(file))
    const fingerprint = fingerprintOf({ ...error, frames })
    const seen = {
      firstSeenAt: at,
      lastSeenAt: at,
      day: dayOf(at),
      browsers: [browser],
      count: 1,
      offlineCount: isOnline ? 0 : 1,
    }
    await addClientError(db, { ...error, ...seen, frames, fingerprint })
    metrics.clientErrors.inc({ kind: error.kind })
  }
}

/** Errors of the last 30 days by fingerprint, the latest first. */
export async function listClientErrors({ db }: ClientErrorDeps): Promise<AdminClientError[]> {
  const rows = await listRecentClientErrors(db, LISTED)
  return rows.map((row) => ({
    ...row,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }))
}

export const pruneClientErrors = ({ db, now }: Pick<ClientErrorDeps, 'db' | 'now'>) =>
  deleteClientErrorsBefore(db, dayOf(new Date(now().getTime() - KEPT_DAYS * DAY_MS)))
