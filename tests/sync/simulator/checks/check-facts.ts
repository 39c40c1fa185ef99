import assert from 'node:assert/strict'
import { initialHours } from '#shared/bookings/call-hours.ts'
import type { SimHistory } from '#tests/sync/simulator/history.ts'
import { withFirstIds } from './subjects.ts'
import { type Fact, isOf, messageOf, tokensIn, type Write } from './written.ts'

type Logged = { kind: string; subject: string; owner: string; value: string }
type Rated = { id: string; principal_id: string; rating: number; rating_text: string }
type Tagged = { principal_id: string; contact_id: string; tag: string }
type Is<Name extends Fact['do']> = Extract<Fact, { do: Name }>

/** As the first change of a listing without own hours includes every day. No user sets it. */
const INITIAL = String(initialHours('UTC').mon[0]?.from)

/**
 * Ratings, hours, read notices and tags: each reported one has had its effect, once, for the account that made it, and nothing else has
 * changed any of them.
 *
 * @param isApplied  whether the server has applied the mutation of a write
 * @param isAside  whether it is kept on its device as rejected
 */
export async function checkFacts(
  { oracle, backend, accounts }: SimHistory,
  { isApplied, isAside }: { isApplied: (write: Write) => boolean; isAside: (write: Write) => boolean },
) {
  const { facts, writes } = oracle
  const { sql } = backend.database
  const logged = await sql<Logged[]>`select kind, subject, owner, value from fact_changes order by place`
  const rated = await sql<Rated[]>`select id, principal_id, rating, rating_text from meeting_bookings where rating is not null`
  const tagged = await sql<Tagged[]>`select principal_id, contact_id, unnest(tags) as tag from contact_follow_ups`
  const renamed = await sql<{ subject: string; before: string; after: string }[]>`
    select subject, before, after from text_changes where subject = 'new id' order by place`
  const plain = withFirstIds(renamed)
  const unread = await sql<{ id: string }[]>`select id from notices where not is_read`
  const made = <Name extends Fact['do']>(name: Name) => [...facts.values()].filter((fact) => fact.do === name) as Is<Name>[]
  const isBy = ({ session }: Fact, owner: string) =>
    accounts.some((account) => [account.userId, account.principalId].some((id) => id === owner) && isOf(session, account))

  checkRatings()
  checkHours()
  checkReads()
  checkTags()

  /** Of two devices that rate one call the first rating counts, with its own stars. */
  function checkRatings() {
    for (const { id, principal_id, rating, rating_text } of rated) {
      const [token, fact] = [...facts].find(([each]) => messageOf(each) === rating_text) ?? []
      assert(token && fact?.do === 'rate', `the rating of ${id} was given by no user: ${rating_text}`)
      assert.deepEqual([fact.bookingId, fact.stars], [id, rating], `${token} is at another call, or with other stars`)
      assert(isBy(fact, principal_id), `${token} is attributed to another account`)
    }
    for (const [id, given] of Map.groupBy(writesOf('rate'), ({ fact }) => fact.bookingId)) {
      const applied = given.filter(({ write }) => isApplied(write))
      assert(applied.length < 2, `${id} was rated ${applied.length} times`)
      const text = rated.find((row) => row.id === id)?.rating_text
      for (const { write } of applied) assert.equal(text, write.message, `the rating ${write.token} was replaced`)
    }
    const changes = Map.groupBy(ofKind('rating'), ({ subject }) => subject)
    for (const [id, times] of changes) assert.equal(times.length, 1, `the rating of ${id} changed ${times.length} times`)
  }

  /** A day has the hours of the change that arrived last. Each change arrives once, or is part of a later entry of its device. */
  function checkHours() {
    const changes = ofKind('hours').flatMap((change, place) => (change.value === INITIAL ? [] : { ...change, place }))
    for (const { subject, owner, value } of changes) {
      const fact = made('hours').find(({ from }) => String(from) === value)
      assert(fact, `${subject} has hours that no user has set: ${value}`)
      assert.equal(subject, `${fact.vcId} ${fact.day}`, `the hours from ${value} are at another day or listing`)
      assert(isBy(fact, owner), `the hours from ${value} are attributed to another account`)
    }
    const arrivals = ({ vcId, day, from }: Is<'hours'>) =>
      changes.filter(({ subject, value }) => subject === `${vcId} ${day}` && value === String(from))
    const own = writesOf('hours')
    for (const [at, { write, fact }] of own.entries()) {
      const isSame = (other: Is<'hours'>) => other.vcId === fact.vcId && other.session.device === fact.session.device
      // A tab may have died after it stored a change and before it reported it.
      const others = made('hours')
        .slice(made('hours').indexOf(fact) + 1)
        .filter(isSame)
      const arrived = arrivals(fact)
      assert(arrived.length < 2 || others.length > 0, `${write.token}: the hours from ${fact.from} were set twice`)
      const isOver = write.session.isOver || isAside(write)
      if (arrived.length === 0 && !isOver) {
        assert(
          others.some(({ day }) => day === fact.day),
          `${write.token}: the hours from ${fact.from} are lost`,
        )
      }
      for (const later of own.slice(at + 1)) {
        if (!isSame(later.fact) || later.fact.day !== fact.day || later.write.begunAfter <= writes.indexOf(write)) continue
        const [last, next] = [arrived.at(-1)?.place, arrivals(later.fact).at(-1)?.place]
        if (last !== undefined && next !== undefined) assert(last < next, `${later.write.token} was set before ${write.token}`)
      }
    }
  }

  /** A notice is read once and for all, and only where its own user has read it. */
  function checkReads() {
    for (const { subject, owner, value } of ofKind('read')) {
      assert.equal(value, 'true', `${subject} is unread again`)
      const isRead = made('read').some((fact) => fact.ids.includes(subject) && isBy(fact, owner))
      assert(isRead, `${subject} of ${accounts.find(({ principalId }) => principalId === owner)?.name} was read by no user`)
    }
    for (const { write, fact } of writesOf('read')) {
      if (write.session.isOver || isAside(write)) continue
      const lost = fact.ids.filter((id) => unread.some((notice) => notice.id === id))
      assert.deepEqual(lost, [], `${write.token}: notices that were read are unread`)
    }
  }

  /** A tag is at the contact of the account that added it, once; one of another device is still there. */
  function checkTags() {
    for (const { principal_id, contact_id, tag } of tagged) {
      // Shared ones: `checkValues`.
      if (tokensIn(tag).size === 0) continue
      const fact = made('tag').find((each) => each.tag === tag)
      assert(fact && isBy(fact, principal_id), `the tag ${tag} is attributed to another account`)
      assert.equal(plain(contact_id), plain(fact.vcId), `the tag ${tag} is at another contact`)
    }
    for (const { write, fact } of writesOf('tag')) {
      if (write.session.isOver || isAside(write)) continue
      const count = tagged.filter(({ tag }) => tag === fact.tag).length
      assert(count === 1 || (count === 0 && oracle.removedTags.has(fact.tag)), `${write.token}: the tag is at ${count} contacts`)
    }
  }

  function ofKind(kind: string) {
    return logged.filter((change) => change.kind === kind)
  }

  function writesOf<Name extends Fact['do']>(name: Name): { write: Write; fact: Is<Name> }[] {
    return writes.flatMap((write) => {
      const { fact } = write
      return fact?.do === name ? [{ write, fact: fact as Is<Name> }] : []
    })
  }
}
