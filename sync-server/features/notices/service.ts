import type { Queryable } from '#server/database/client.ts'
import { queuePush } from '#server/features/push/service.ts'
import type { NoticeFacts, NoticeKind } from '#shared/notices/kinds.ts'
import { deleteNotice, hasNotice, insertNotice, type Receiver } from './queries.ts'

export type { Receiver }

/** `subject` identifies the fact: the same fact is noticed once, also when it is applied again. */
type ToNotice<Kind extends NoticeKind> = { kind: Kind; subject: string; facts: NoticeFacts[Kind]; now: Date }

/**
 * Notifies a user in the app, in the transaction of the fact: it is on the devices with the commit, and never without it. Nothing
 * is written where the receiver has no account or guest here. Devices that have asked for it get a push after the commit.
 *
 * @returns whether it is new
 */
export async function writeNotice<Kind extends NoticeKind>(
  tx: Queryable,
  to: Receiver,
  { now, ...notice }: ToNotice<Kind>,
): Promise<boolean> {
  const written = await insertNotice(tx, to, { ...notice, createdAt: now })
  if (written) await queuePush(tx, written.principalId, written.id)
  return written !== undefined
}

/** Removes a notice whose fact was undone before it was announced in any other way. */
export const withdrawNotice = (tx: Queryable, kind: NoticeKind, subject: string): Promise<void> => deleteNotice(tx, kind, subject)

/** @param start  of the subject of the notice */
export const wasNoticed = (tx: Queryable, to: Receiver, kind: NoticeKind, start: string): Promise<boolean> =>
  hasNotice(tx, to, kind, start)
