import assert from 'node:assert/strict'
import { cents, formatCents } from '#shared/money.ts'
import type { SimHistory } from '#tests/sync/simulator/history.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { isSubjectOf } from './joins.ts'
import { withFirstIds } from './subjects.ts'
import { isOf, tokensIn, type Write } from './written.ts'

/** A number as a merge writes it into a text. */
const asAmount = (token: string) => (/^\d+$/.test(token) ? formatCents(cents(Number(token))) : token)

type Change = { subject: string; owner: string; before: string; after: string }

/**
 * Each edit of a text was applied once, to a text of its writer, and is stored or was replaced by an edit whose writer had seen
 * it; or it was refused and its entry is kept on the device.
 *
 * @param outbox  the entries that remain on the devices
 */
export async function checkTexts({ oracle, backend, accounts }: SimHistory, outbox: OutboxEntry[]) {
  const { edits, writes } = oracle
  if (edits.size === 0) return
  const { sql } = backend.database
  const changes = await sql<Change[]>`
    select subject, owner, coalesce(before, '') as before, coalesce(after, '') as after from text_changes order by place`
  const [stored] = await sql<{ text: string | null }[]>`
    select string_agg(text, ' ') as text from (
      select concat_ws(' ', bio, location) from vcs union all select first_name from users
      union all select met_at from contact_follow_ups union all select to_jsonb(people)::text from people
      union all select to_jsonb(contact_deals)::text from contact_deals union all select to_jsonb(raise_rounds)::text from raise_rounds
      union all select to_jsonb(saved_searches)::text from saved_searches) texts (text)`
  const plain = withFirstIds(changes)

  // A guest's place or amount that does not fit beside the account's one is added to the note (`moveFollowUps`, `moveDeals`).
  const [notes] = await sql<
    { text: string | null }[]
  >`select string_agg(text || coalesce(clashes::text, ''), ' ') as text from contact_notes`

  /** Tokens that were ever in a text, by owner and text. */
  const applied = new Map<string, Set<string>>()
  const replaced = new Set<string>()
  for (const change of changes) {
    const [before, after] = [tokensIn(change.before), tokensIn(change.after)]
    const added = [...after].filter((token) => !before.has(token))
    for (const token of added) checkApplied(change, token)
    for (const token of before) {
      if (after.has(token)) continue
      const isSeen = added.some((other) => oracle.hasSeen(other, token))
      assert(isSeen, `${token} (${change.subject}) was overwritten by ${added}, whose writer had not seen it`)
      replaced.add(token)
    }
  }
  for (const write of writes) if (write.edit) checkKept(write, write.edit.subject)

  function checkApplied({ subject, owner }: Change, token: string) {
    const edit = edits.get(token)
    assert(edit, `${token} (${subject}) is of another history`)
    assert(isSubjectOf(oracle, plain(subject), plain(edit.subject)), `${token} is in another text: ${subject}`)
    const account = accounts.find(({ userId, principalId }) => userId === owner || principalId === owner)
    const isTheirs = account ? isOf(edit.session, account) : edit.session.isGuest
    assert(isTheirs, `${token} is with ${account?.name ?? 'a guest'}, not with its writer`)
    const key = `${owner} ${plain(subject)}`
    const tokens = applied.get(key) ?? new Set()
    applied.set(key, tokens)
    // A later rating squashes its entry and sends the place again.
    const isFoldedIn = ({ orderingKey, session, edit: other }: Write) =>
      !other && orderingKey !== undefined && orderingKey === edit.orderingKey && session.device === edit.session.device
    assert(!tokens.has(token) || writes.some(isFoldedIn), `${token} (${subject}) was applied twice`)
    tokens.add(token)
  }

  function checkKept(write: Write, subject: string) {
    const { token, session } = write
    if ([...applied.values()].some((tokens) => tokens.has(token))) {
      const isIn = (text: string | null | undefined) => [token, asAmount(token)].some((each) => text?.includes(each))
      const isStored = replaced.has(token) || isIn(stored?.text) || isIn(notes?.text)
      assert(isStored, `${token} (${subject}) was applied and is in no text`)
      return
    }
    if (session.isOver) return
    const entry = outbox.find(({ args }) => JSON.stringify(args).includes(token))
    if (!entry && oracle.isTakenIn(write)) return
    const code = entry?.refusal?.code ?? ''
    assert.equal(entry?.state, 'refused', `${token} (${subject}) is neither applied nor kept as rejected`)
    assert.notEqual(code, 'invalid', `${token}: the server cannot read what a device sent`)
    // Two fields of a document that were squashed into one entry are refused together.
    const refused = [...tokensIn(JSON.stringify(entry?.args))]
    if (code.endsWith('-elsewhere'))
      assert(refused.some(isOvertaken), `${token} (${subject}) was refused without a concurrent edit`)
  }

  /** Whether an edit was applied that the writer of this one had not seen. */
  function isOvertaken(token: string) {
    const subject = plain(edits.get(token)?.subject ?? '')
    const others = [...applied].flatMap(([key, tokens]) => (key.endsWith(` ${subject}`) ? [...tokens] : []))
    return others.some((other) => other !== token && !oracle.hasSeen(token, other))
  }
}
