import assert from 'node:assert/strict'
import { isSameTag } from '#shared/contacts/tags.ts'
import { chosenDealFields } from '#shared/raise/contract.ts'
import type { SimHistory } from '#tests/sync/simulator/history.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { isOfJoin, isSubjectOf } from './joins.ts'
import { columnOf, withFirstIds } from './subjects.ts'
import { type Fact, isOf, type Session, type SetValue, tokensIn, type Write } from './written.ts'

type Change = { subject: string; owner: string; before: string; after: string }
type Stored = { owner: string; id: string; fields: Record<string, unknown>; tags?: string[] }
type Set = SetValue & { session: Session; write: Write | undefined }

const TABLES: Partial<Record<string, string>> = {
  'contact.follow-up': 'contact_follow_ups',
  'deal.write': 'contact_deals',
  'entry.write': 'contact_entries',
}
/** What a document has before its first change. */
const BLANK = new Set(['null', 'false'])

const instantColumns = /\.(due_at|written_on) /
/** As a mutation names it. */
const plainValue = (subject: string, value: string | null) =>
  value !== null && instantColumns.test(`${subject} `) ? new Date(value).toISOString() : String(value)

/**
 * Values of which the later one counts: stage, rating, due time and reminder of a follow-up, three fields of a deal, the day of an entry,
 * shared tags. Each one that the server has was set by its account in this field. A field has the value that one of the devices set
 * last: it is neither blank nor set back to an earlier value of one device.
 *
 * @param aside  entries that devices keep as rejected
 */
export async function checkValues(
  { oracle, backend, accounts }: SimHistory,
  { isApplied, aside }: { isApplied: (write: Write) => boolean; aside: OutboxEntry[] },
) {
  const { sql } = backend.database
  const changes = await sql<Change[]>`select subject, owner, before, after from text_changes order by place`
  const plain = withFirstIds(changes)
  const { writes, facts } = oracle
  const sets = [...facts].flatMap(([token, fact]): Set[] =>
    fact.do === 'set' ? [{ ...fact, write: writes.find((write) => write.token === token) }] : [],
  )
  const subjectOf = ({ name, field, id }: Set) => `${TABLES[name] ?? name}.${columnOf(field)} ${plain(id)}`
  const bySubject = Map.groupBy(sets, subjectOf)
  const isBy = ({ session }: Fact | Set, owner: string) => {
    const account = accounts.find(({ principalId }) => principalId === owner)
    return account ? isOf(session, account) : session.isGuest
  }

  checkOwners()
  for (const { args, name, refusal } of aside) {
    if (name !== 'deal.write') continue
    const isValue = Object.keys(args as object).every((field) => field === 'id' || chosenDealFields.includes(field as never))
    assert(
      !isValue || !refusal?.code.endsWith('-elsewhere'),
      `a value was refused because of another one: ${JSON.stringify(args)}`,
    )
  }
  for (const account of accounts) for (const stored of await storedOf(account.principalId)) checkStored(stored)

  /** No value is attributed to another account, field or contact. */
  function checkOwners() {
    const kinds = new Set([...bySubject.keys()].map((subject) => subject.split(' ')[0]))
    for (const { subject, owner, before, after } of changes) {
      if (!kinds.has(subject.split(' ')[0])) continue
      const value = plainValue(subject, after)
      // A new document.
      if (before === null && BLANK.has(value)) continue
      if (isOfJoin(oracle, subject.split(' ')[1] ?? '')) continue
      const candidates = [...bySubject].flatMap(([written, set]) => (isSubjectOf(oracle, plain(subject), written) ? set : []))
      const isSet = candidates.some((set) => String(set.value) === value && isBy(set, owner))
      assert(isSet, `${subject} of ${owner} was set to ${value} by no user of it`)
    }
  }

  async function storedOf(owner: string): Promise<Stored[]> {
    const rows = await sql<{ table: string; id: string; row: Record<string, unknown> }[]>`
      select 'contact_follow_ups' as table, contact_id as id, to_jsonb(contact_follow_ups) as row from contact_follow_ups where principal_id = ${owner}
      union all select 'contact_deals', contact_id, to_jsonb(contact_deals) from contact_deals where principal_id = ${owner}
      union all select 'contact_entries', id, to_jsonb(contact_entries) from contact_entries where principal_id = ${owner}`
    return rows.map(({ table, id, row }) => ({
      ...{ owner, id },
      fields: Object.fromEntries(Object.entries(row).map(([column, value]) => [`${table}.${column}`, value])),
      ...(table === 'contact_follow_ups' && { tags: row.tags as string[] }),
    }))
  }

  function checkStored({ owner, id, fields, tags }: Stored) {
    // A join fills empty fields with values of the other contact.
    const isJoined = oracle.joins.some(({ into }) => into === plain(id))
    for (const [subject, all] of bySubject) {
      const [kind = '', of] = [subject.slice(0, subject.lastIndexOf(' ')), subject.slice(subject.lastIndexOf(' ') + 1)]
      if (of !== plain(id) || isJoined) continue
      const own = all.filter((set) => isBy(set, owner))
      const tag = kind.match(/^contact\.tag\.tag (.+)$/)?.[1]
      if (tag !== undefined && tags) checkValue(subject, own, String(tags.some((each) => isSameTag(each, tag))))
      if (kind in fields) checkValue(subject, own, plainValue(kind, fields[kind] as string | null))
    }
    for (const tag of tags ?? []) {
      if (tokensIn(tag).size > 0) continue
      const isAdded = sets.some((set) => set.field === `tag ${tag.toLowerCase()}` && set.value === 'true' && isBy(set, owner))
      assert(isAdded, `${owner} has the tag ${tag}, which no user of it has added`)
    }
  }

  function checkValue(subject: string, own: Set[], value: string) {
    const isLeft = own.some((set) => String(set.value) === value && !own.some((later) => replaces(later, set)))
    if (isLeft) return
    if (!BLANK.has(value)) return assert.fail(`${subject} is ${value}, which its device has changed since`)
    const lost = own.find((set) => hasEffect(set) && !BLANK.has(String(set.value)))
    assert(!lost, `${subject} is ${value}, and ${lost?.write?.token} has set it to ${lost?.value}`)
  }

  /** Whether a change was made after another one on the same device, by the same principal, and has reached the server. */
  function replaces(later: Set, set: Set) {
    if (later === set || !later.write || !set.write || later.id !== set.id) return false
    const isSame = later.session === set.session || (!later.session.isGuest && !set.session.isGuest)
    const isAfter = later.write.begunAfter > writes.indexOf(set.write)
    return isSame && later.session.device === set.session.device && isAfter && hasEffect(later)
  }

  /** Whether the server has applied a change, or a later one of its device that contains it. */
  function hasEffect({ write, session, orderingKey, name, id, field }: Set) {
    if (!write || session.isOver || session.alsoOf) return false
    const isRejected = aside.some(({ name: other, args }) => {
      const { contactId, id: own = contactId, add, remove } = args as Record<string, unknown>
      return other === name && own === id && (field in (args as object) || (field.startsWith('tag') && (add || remove)))
    })
    if (isRejected) return false
    const later = writes.slice(writes.indexOf(write) + 1)
    const isPart = (each: Write) =>
      each.orderingKey === orderingKey && each.session.device === session.device && !each.session.isOver && isApplied(each)
    return isApplied(write) || later.some(isPart)
  }
}
