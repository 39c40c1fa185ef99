import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/database/client.ts'
import { domainOf } from '#shared/admin/blocks.ts'
import { Problem } from '#shared/problem.ts'

type Sender = {
  /** The client address, as a block of `clientAddress`. */
  address?: string | undefined
  email?: string | null | undefined
}

const isAddress = (block: string | undefined) => block !== undefined && /^[\da-f.:/]+$/.test(block) && /[.:]/.test(block)

/**
 * Refuses a sender who is on the block list. The reply does not tell what is blocked, and it comes before any look-up, so it is
 * the same for known and unknown accounts. The hit is counted in the same statement; within a transaction the refusal undoes the
 * count.
 *
 * @throws Problem `blocked`
 */
export async function refuseBlocked(db: Queryable, now: Date, { address, email }: Sender): Promise<void> {
  // Postgres stores no NUL, so no entry has one. Some entrances accept any text and reply the same.
  const mailbox = email?.includes('\0') ? null : email?.trim().toLowerCase() || null
  const domain = mailbox && domainOf(mailbox)
  const network = isAddress(address) ? address : null
  if (!mailbox && !network) return
  const at = sql`${now.toISOString()}::timestamptz`
  const hit = await db.execute(sql`
    update blocks set hits = hits + 1, last_hit_at = ${at}
    where (ends_at is null or ends_at > ${at}) and (
      (kind = 'email' and value = ${mailbox}::text)
      or (kind = 'domain' and (value = ${domain}::text or right(${domain}::text, length(value) + 1) = '.' || value))
      or network >>= ${network}::inet)
    returning id`)
  if (hit.length > 0) throw new Problem('blocked')
}
