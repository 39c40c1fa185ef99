import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The team has revoked neither the listing nor its claim, or has approved it again since. */
const isTrusted = (listing: SQL): SQL => sql`(${listing}.claim_revoked_at is null and ${listing}.revoked_at is null)`

/**
 * Whether a listing `v` answers for what was sold under an id: its own, or that of the record that it has replaced. It does so
 * from its first approval on, also while a change waits for review or after a refusal: what a record owes and is owed must not
 * depend on the present badge. Of several that have replaced one record, the last one answers whose claim the team has not revoked; a
 * revoked one only where there is no other.
 */
export const answersFor = (target: SQL): SQL => sql`(v.id = ${target} or (v.replaces_id = ${target} and v.replaced_at is not null
  and not exists (select from vcs other where other.replaces_id = v.replaces_id and other.replaced_at is not null
    and (${isTrusted(sql`other`)}, other.replaced_at, other.id) > (${isTrusted(sql`v`)}, v.replaced_at, v.id))))`

/**
 * Whether a listing `v` is the person of the record that it has claimed. It is not while the team has revoked the claim, also
 * where its owner has applied again since or is approved without the record, nor while it is revoked itself, also where its owner
 * has applied again since. The row of an erased account is marked as revoked, and is not the person either.
 */
export const holdsClaim = sql`(v.claim_revoked_at is null and v.revoked_at is null and v.review_status <> 'revoked')`

/**
 * Whether a profile `vcs` keeps the record that it has claimed off the listing: it is online, or was approved in the place of the
 * record and waits for another approval, also where one of an edit was taken back. Who buys the record holds the contact of the profile as well, so that they are never sold side by side.
 */
export const holdsPlace = sql`(vcs.is_active and vcs.claim_revoked_at is null and (vcs.is_verified
  or (vcs.review_status = 'pending' and vcs.approved_at is not null and vcs.replaced_at is not null)))`

/**
 * Whether what was sold under an id is withheld from a listing `v` that answers for it: the team has revoked the listing, or its
 * claim to the record that was sold, and has not approved it again since, or has not yet done so since its account started over.
 * Neither another application of its owner nor the deletion of the account ends that.
 */
export const isWithheld = (target: SQL): SQL =>
  sql`(v.revoked_at is not null or v.started_over_at is not null or (v.claim_revoked_at is not null and v.id <> ${target}))`

/** Since when it is withheld. */
export const withheldSince = (target: SQL): SQL =>
  sql`least(v.revoked_at, v.started_over_at, case when v.id <> ${target} then v.claim_revoked_at end)`

/**
 * The ids under which one person is sold, a row each in `id`: a listing and the record whose place it took. Who buys of the one
 * has bought of the other. A listing whose claim the team has revoked is sold, and was bought, by itself.
 */
export const idsOfPerson = (target: SQLWrapper | string): SQL => sql`(
  select ${target}::text as id
  union select v.replaces_id from vcs v where v.id = ${target}::text and ${holdsClaim} and ${answersFor(sql`v.replaces_id`)}
  union select v.id from vcs v where v.replaces_id = ${target}::text and ${holdsClaim} and ${answersFor(sql`${target}::text`)})`

/** Whether an id is one of the person who is sold as `target`. */
export const isOfPerson = (id: SQLWrapper, target: SQLWrapper | string): SQL => sql`${id} in ${idsOfPerson(target)}`

/**
 * For the head of a query, after `with`: `own`, the listings of an account, and `sold`, what was sold of them (`vc_id`) by the
 * listing that answers for it (`listing`). One that took the place of a listed record answers for both: money follows it whatever
 * the team decides later. `shown` is the part of `sold` whose buyers and calls the account reads and acts on: a record is not among
 * it while the team has revoked the claim, because it may have been false.
 */
export const soldListings = (principalId: SQLWrapper | string): SQL => sql`
  own as (select vcs.id, vcs.replaces_id from vcs join principals p on p.user_id = vcs.user_id where p.id = ${principalId}),
  sold as (select id as vc_id, id as listing, true as is_shown from own
    union all select own.replaces_id, own.id, ${holdsClaim} from own join vcs v on v.id = own.id
      where own.replaces_id is not null and ${answersFor(sql`own.replaces_id`)}),
  shown as (select vc_id, listing from sold where is_shown)`
