import * as v from 'valibot'
import type { Database, Queryable } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { enqueueJob, type JobHandler } from '#server/jobs/queue.ts'
import { PrincipalId } from '#shared/ids.ts'
import { deleteLeft } from './queries.ts'

export const FORGET_LEFT = 'accounts.forget-left'

/**
 * Deletes texts of guests that were not transferred at sign-in because the account was full. Their number is unlimited, so a job
 * deletes them after the transaction of a deletion or a reset.
 */
export const forgetLeft = (tx: Queryable, principalId: PrincipalId) =>
  enqueueJob(tx, { kind: FORGET_LEFT, key: newId('fgl'), payload: { principalId } })

const Payload = v.object({ principalId: PrincipalId })

export const forgetLeftJob =
  (db: Database, batchSize?: number): JobHandler =>
  (payload) =>
    deleteLeft(db, v.parse(Payload, payload).principalId, batchSize)
