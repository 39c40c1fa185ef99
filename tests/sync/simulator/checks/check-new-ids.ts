import assert from 'node:assert/strict'
import { isPersonId } from '#shared/people/contract.ts'
import type { SimHistory } from '#tests/sync/simulator/history.ts'
import { type Session, tokensIn } from './written.ts'

type Change = { subject: string; owner: string; before: string; after: string }
type Row = { contact_id: string; text: string }

/**
 * Where a guest and an account have a person of one id, the guest's person gets a new one. What the guest had written about its person
 * is at the new id, and not at that of the account's person.
 */
export async function checkNewIds({ oracle, backend }: SimHistory) {
  const { sql } = backend.database
  const changes = await sql<Change[]>`
    select subject, owner, coalesce(before, '') as before, coalesce(after, '') as after from text_changes order by place`
  const renamed = changes.filter(({ subject, before }) => subject === 'new id' && isPersonId(before))
  if (renamed.length === 0) return
  const rows = await sql<Row[]>`
    select contact_id, to_jsonb(about)::text as text from contact_deals about
    union all select contact_id, to_jsonb(about)::text from contact_follow_ups about`
  for (const { owner, before } of renamed) {
    // What is joined into the account's person is with it.
    if (oracle.joins.some(({ into }) => into === before)) continue
    const own = changes.filter((change) => change.owner === owner && change.subject.endsWith(` ${before}`))
    for (const token of own.flatMap(({ after }) => [...tokensIn(after)])) {
      if (isSentAgain(token)) continue
      const isLeft = rows.some((row) => row.contact_id === before && row.text.includes(token))
      assert(!isLeft, `${token} is about a guest's person, and is with the account's person of the same id`)
    }
  }

  /** Whether a later write of the device may contain it: that one is sent as the account. */
  function isSentAgain(token: string) {
    const edit = oracle.edits.get(token)
    const isSame = (key: string | undefined, { device }: Session) =>
      key !== undefined && key === edit?.orderingKey && device === edit.session.device
    return (
      [...oracle.edits].some(([other, later]) => other !== token && isSame(later.orderingKey, later.session)) ||
      [...oracle.facts.values()].some((fact) => fact.do === 'set' && isSame(fact.orderingKey, fact.session))
    )
  }
}
