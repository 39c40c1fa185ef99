import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * For the head of a query, after `with`: `own`, the listings of whoever holds the account, and `sold`, whatever was sold of
 * them (`vc_id`) by the listing that answers for it (`listing`). One that took the place of a listed record answers for both.
 */
export const answeredFor = (principalId: SQLWrapper | string): SQL => sql`
  own as (select vcs.id, vcs.replaces_id from vcs join principals p on p.user_id = vcs.user_id where p.id = ${principalId}),
  sold as (select id as vc_id, id as listing from own
    union all select replaces_id, id from own where replaces_id is not null
      and exists (select from vcs where vcs.id = own.id and vcs.is_verified))`
