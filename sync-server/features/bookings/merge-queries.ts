import { and, gt, inArray, sql } from 'drizzle-orm'
import { meetingBookings } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'

type Merging = { from: VcId; into: VcId; now: Date }

/** A call `other` with the key of the record that stays that takes time of a call `b`, as the table's constraint counts. */
const overlap = (into: VcId) => sql`other.vc_key = ${into} and other.status in ('held', 'confirmed', 'disputed')
  and b.status in ('held', 'confirmed', 'disputed')
  and tstzrange(other.meeting_date_time, other.ends_at) && tstzrange(b.meeting_date_time, b.ends_at)`

export async function hasComingOverlap(tx: Transaction, { from, into, now }: Merging): Promise<boolean> {
  const rows = await tx.execute(sql`
    select from meeting_bookings b join meeting_bookings other on ${overlap(into)}
    where b.vc_key = ${from} and b.ends_at > ${now.toISOString()}::timestamptz limit 1`)
  return rows.length > 0
}

/** Calls that overlap keep their key: the constraint would refuse them. */
export async function rekeyCalls(tx: Transaction, { from, into }: Merging) {
  await tx.execute(sql`
    update meeting_bookings b set vc_key = ${into}
    where b.vc_key = ${from} and not exists (select from meeting_bookings other where ${overlap(into)})`)
}

export const countComing = (db: Queryable, id: VcId, now: Date): Promise<number> =>
  db.$count(
    meetingBookings,
    and(
      sql`${meetingBookings.vcKey} = vc_key(${id})`,
      inArray(meetingBookings.status, ['confirmed', 'disputed']),
      gt(meetingBookings.endsAt, now),
    ),
  )
