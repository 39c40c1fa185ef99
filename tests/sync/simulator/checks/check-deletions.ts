import assert from 'node:assert/strict'
import type { SimHistory } from '#tests/sync/simulator/history.ts'
import { tokensIn } from './written.ts'

/**
 * A deleted entry contains no text that was unseen by the user who deleted it: of a deletion and an edit, the edit wins. The same
 * applies to a person and to all that is written about it.
 */
export async function checkDeletions({ oracle, backend }: SimHistory) {
  const { sql } = backend.database
  const deleted = await sql<{ text: string }[]>`
    select text || ' ' || clashes::text as text from contact_entries where deleted_at is not null`
  for (const { text } of deleted) {
    const tokens = [...tokensIn(text)]
    assert(
      oracle.deletions.some((seen) => tokens.every((token) => seen.has(token))),
      `an entry with ${tokens} was deleted by a user who had not seen all of it`,
    )
  }

  const people = await sql<{ id: string; text: string }[]>`
    select id, concat_ws(' ', to_jsonb(people),
      (select jsonb_agg(to_jsonb(about)) from contact_notes about where about.principal_id = people.principal_id and contact_id = id),
      (select jsonb_agg(to_jsonb(about)) from contact_deals about where about.principal_id = people.principal_id and contact_id = id),
      (select jsonb_agg(to_jsonb(about)) from contact_follow_ups about where about.principal_id = people.principal_id and contact_id = id),
      (select jsonb_agg(to_jsonb(about)) from contact_entries about
        where about.principal_id = people.principal_id and contact_id = people.id and about.deleted_at is null)) as text
    from people where deleted_at is not null`
  // A guest and an account may both have deleted the person, each without the texts of the other one.
  const seen = oracle.deletedPeople.reduce<Set<string>>((all, each) => all.union(each), new Set())
  for (const { id, text } of people)
    for (const token of tokensIn(text)) assert(seen.has(token), `${token} is deleted with ${id}, by a user who had not seen it`)
}
