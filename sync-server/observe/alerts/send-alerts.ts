import { statfs } from 'node:fs/promises'
import type { Database } from '#server/database/client.ts'
import { operatorAlert } from '#server/email/messages/alerts.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { Log } from '#server/log.ts'
import { ALERT_EVERY_MS, type AlertKind } from '#shared/admin/alerts.ts'
import { type AlertRow, countConditions, lockAlerts, saveAlert } from './queries.ts'

export const SEND_ALERTS = 'alerts.send'
export const SEND_ALERTS_SECONDS = 60

const SCARCE_BYTES = 1024 ** 3
/** A condition that a retry usually ends is reported only after this time. */
const SETTLE_MS: Partial<Record<AlertKind, number>> = { jobs: 10 * 60 * 1000, mail: 10 * 60 * 1000 }

export type AlertDeps = {
  db: Database
  log: Log
  now: () => Date
  base: () => string
  /** Where the mails are sent; none are written without one. */
  recipients: readonly string[]
  dataFolder: string
  measure?: typeof statfs
}

/**
 * Mails the operator what has happened since the last mail, and what lasts: at most one mail per kind and hour. Several nodes may run
 * it at the same time; the mails and their mark commit together.
 *
 * ```
 * signal ──count──► pending ─┐
 *                            ├─an hour after the last mail─► mail with the count, pending = 0
 * condition ──────► found  ──┘
 * ```
 */
export async function sendAlerts(deps: AlertDeps) {
  const { db, log, now, base, recipients } = deps
  if (recipients.length === 0) return
  const at = now()
  const conditions = { ...(await countConditions(db, at)), space: await isScarce(deps) }
  await db.transaction(async (tx) => {
    for (const row of await lockAlerts(tx)) {
      const kind = row.kind as AlertKind
      const { count, ...state } = next(row, conditions[kind] ?? 0, at)
      if (count > 0) {
        const message = operatorAlert(kind, count, base())
        for (const to of recipients) await queueMail(tx, { to, template: 'operator-alert', message, isUrgent: true })
        log.warn({ alert: kind, count }, 'operator alerted')
      }
      if (count > 0 || state.foundAt?.getTime() !== row.foundAt?.getTime()) await saveAlert(tx, { ...state, kind })
    }
  })
}

/** @returns the state of a kind after a check, and the count for its mail: 0 for none */
function next(row: AlertRow, found: number, at: Date) {
  const foundAt = found > 0 ? (row.foundAt ?? at) : null
  const isRecent = row.mailedAt !== null && at.getTime() - row.mailedAt.getTime() < ALERT_EVERY_MS
  const settleMs = SETTLE_MS[row.kind as AlertKind] ?? 0
  const lasting = foundAt !== null && at.getTime() - foundAt.getTime() >= settleMs ? found : 0
  const count = isRecent ? 0 : row.pending + lasting
  if (count === 0) return { count, foundAt, pending: row.pending, mailedAt: row.mailedAt }
  return { count, foundAt, pending: 0, mailedAt: at }
}

/** 1 when little space is free in the data folder of this node. */
async function isScarce({ dataFolder, measure = statfs }: Pick<AlertDeps, 'dataFolder' | 'measure'>): Promise<number> {
  // A node with another database and a bucket may have no such folder.
  const space = await measure(dataFolder).catch(() => undefined)
  return Number(space !== undefined && space.bavail * space.bsize < SCARCE_BYTES)
}
