import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Neither the listing nor its claim is revoked, or an admin has approved it again since. */
const isTrusted = (listing: SQL): SQL => sql`(${listing}.claim_revoked_at is null and ${listing}.revoked_at is null)`

/** The record that stays for one that was merged into it; any other id as it is. */
export const recordOf = (id: SQLWrapper | string): SQL => sql`record_of(${id}::text)`

/**
 * Whether a listing `v` is responsible for what was sold under an id: its own, that of the record that it has replaced, or of one
 * that was merged into that record. It is responsible from its first approval on, also while a change is pending or after a
 * rejection: the debts and earnings of a record must not depend on the current badge. Of several listings that have replaced one
 * record, the last one whose claim is not revoked is responsible; a revoked one only where there is no other.
 */
export const isResponsibleFor = (
  target: SQL,
): SQL => sql`(v.id = ${target} or (v.replaces_id = ${recordOf(target)} and v.replaced_at is not null
  and not exists (select from vcs other where other.replaces_id = v.replaces_id and other.replaced_at is not null
    and (${isTrusted(sql`other`)}, other.replaced_at, other.id) > (${isTrusted(sql`v`)}, v.replaced_at, v.id))))`

/**
 * Whether a listing `v` is the person of the record that it has claimed. It is not while the claim is revoked, also where its
 * owner has applied again since or is approved without the record, nor while the listing itself is revoked, also where its owner
 * has applied again since. The row of an erased account is marked as revoked, and is not the person either.
 */
export const holdsClaim = sql`(v.claim_revoked_at is null and v.revoked_at is null and v.review_status <> 'revoked')`

/**
 * Whether a profile `vcs` keeps its claimed record off the listing: it is online, or it was approved in place of the record and
 * is pending another approval, also after the approval of an edit was undone. A buyer of the record owns the contact of the
 * profile as well, so that they are never sold in parallel.
 */
export const holdsPlace = sql`(vcs.is_active and vcs.claim_revoked_at is null and (vcs.is_verified
  or (vcs.review_status = 'pending' and vcs.approved_at is not null and vcs.replaced_at is not null)))`

/**
 * Whether earnings from sales under an id are withheld from the listing `v` that is responsible for it: an admin has revoked the
 * listing, or its claim to the sold record, and has not approved it again since, or has not yet approved it since its account was
 * reset. Neither another application of its owner nor the deletion of the account ends that.
 */
export const isWithheld = (target: SQL): SQL =>
  sql`(v.revoked_at is not null or v.started_over_at is not null or (v.claim_revoked_at is not null and v.id <> ${target}))`

/** The time since which earnings are withheld. */
export const withheldSince = (target: SQL): SQL =>
  sql`least(v.revoked_at, v.started_over_at, case when v.id <> ${target} then v.claim_revoked_at end)`

/**
 * The ids under which one person is sold, one row each in `id`: a record, those that were merged into it, and the listing that
 * replaced it. A purchase under one is a purchase under the others. A listing whose claim is revoked is sold separately.
 */
export const idsOfPerson = (target: SQLWrapper | string): SQL => sql`(
  with record as (select coalesce((select v.replaces_id from vcs v
    where v.id = ${target}::text and ${holdsClaim} and ${isResponsibleFor(sql`v.replaces_id`)}), ${recordOf(target)}) as id)
  select ${target}::text as id
  union select record.id from record
  union select d.id from directory_investors d join record on d.merged_into = record.id
  union select v.id from vcs v join record on v.replaces_id = record.id where ${holdsClaim} and ${isResponsibleFor(sql`record.id`)})`

/** Whether an id belongs to the person who is sold as `target`. */
export const isOfPerson = (id: SQLWrapper, target: SQLWrapper | string): SQL => sql`${id} in ${idsOfPerson(target)}`

/**
 * For the head of a query, after `with`: `own` contains the listings of an account, and `sold` their sold ids (`vc_id`) with the
 * responsible listing (`listing`). A listing that replaced an imported record is responsible for both, and for the records that
 * were merged into that one: money follows it regardless of later decisions. `shown` is the part of `sold` whose buyers and calls the account can read and act on: a record
 * is not part of it while the claim is revoked, because the claim may have been false.
 */
export const soldListings = (principalId: SQLWrapper | string): SQL => sql`
  own as (select vcs.id, vcs.replaces_id from vcs join principals p on p.user_id = vcs.user_id where p.id = ${principalId}),
  taken as (select own.replaces_id as record, own.id as listing, ${holdsClaim} as is_shown from own join vcs v on v.id = own.id
    where own.replaces_id is not null and ${isResponsibleFor(sql`own.replaces_id`)}),
  sold as (select id as vc_id, id as listing, true as is_shown from own
    union all select record, listing, is_shown from taken
    union all select d.id, listing, is_shown from taken join directory_investors d on d.merged_into = taken.record),
  shown as (select vc_id, listing from sold where is_shown)`
