import { eq, sql } from 'drizzle-orm'
import { directoryInvestors, vcCredentials, vcs } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { holdsClaim, isResponsibleFor, recordOf } from '#server/features/listings/sold-listings.ts'
import type { CallHours } from '#shared/bookings/call-hours.ts'
import { callLinkOf, joinableLink } from '#shared/bookings/call-link.ts'
import type { VcId } from '#shared/ids.ts'
import { isEmptied } from '#shared/listings/status.ts'
import { safeUrl } from '#shared/url.ts'

/** Data about the investor that a call needs. */
export type Host = {
  name: string
  email: string | null
  /** Where it offers times for calls. */
  meetingLink: string | null
  /** Where its calls take place. */
  callLink: string | null
  timeZone: string | null
  /** Null without own hours, and for an imported record. */
  callHours: CallHours | null
  /** An account or an address: without either, the investor would never learn of a booked call. */
  isReachable: boolean
}

/**
 * An investor of either source, also one who is no longer listed, because purchases are still delivered. `undefined` for an
 * investor who has left: an emptied row may remain.
 */
export async function findHost(db: Queryable, id: VcId): Promise<Host | undefined> {
  const [platform] = await db.select().from(vcs).where(eq(vcs.id, id))
  if (platform) {
    if (isEmptied(platform)) return undefined
    const { partnerName, fundName, email, callHours, userId } = platform
    const timeZone = callHours?.timeZone ?? platform.timeZone
    const meetingLink = link(platform.meetingLink ?? platform.calendlyLink ?? platform.meetingUrl)
    const callLink = callLinkOf({ callLink: platform.callLink, meetingLink })
    const isReachable = Boolean(userId || email)
    return { name: partnerName || fundName, email, meetingLink, callLink, timeZone, callHours, isReachable }
  }
  const [listed] = await db
    .select()
    .from(directoryInvestors)
    .where(eq(directoryInvestors.id, recordOf(id)))
  if (!listed) return undefined
  const { name, fund, email } = listed
  return {
    name: name || (fund ?? 'Investor'),
    email,
    meetingLink: link(listed.meetingLink),
    callLink: joinableLink(listed.meetingLink),
    timeZone: null,
    callHours: null,
    isReachable: Boolean(email),
  }
}

const link = (url: string | null) => safeUrl(url) ?? null

/**
 * The id under which an investor's slots are offered now: for a record that a listing replaced, the id of the listing; for a record
 * that was merged, that of the one that stays.
 */
export async function findOfferedAs(db: Queryable, vcId: VcId): Promise<VcId> {
  const rows = await db.execute<{ id: VcId }>(sql`select coalesce((select v.id from vcs v
    where v.replaces_id = ${recordOf(vcId)} and ${holdsClaim} and ${isResponsibleFor(sql`${vcId}`)}), ${recordOf(vcId)}) as id`)
  return rows[0]?.id ?? vcId
}

/** The own hours of the person who is sold as an investor, as they are now; null without. */
export async function findCallHours(db: Queryable, vcId: VcId): Promise<CallHours | null> {
  const [row] = await db
    .select({ callHours: vcs.callHours })
    .from(vcs)
    .where(eq(vcs.id, await findOfferedAs(db, vcId)))
  return row?.callHours ?? null
}

/** The encrypted token of an investor's calendar, for the one call that uses it. */
export async function findCalendarToken(db: Queryable, vcId: VcId): Promise<Uint8Array | undefined> {
  const [secret] = await db.select({ token: vcCredentials.calendlyToken }).from(vcCredentials).where(eq(vcCredentials.vcId, vcId))
  return secret?.token ?? undefined
}
