import { entriesByContact } from '#shared/contacts/entries-by-contact.ts'
import type { EntryId } from '#shared/contacts/entry.ts'
import { type PersonId, toCard } from '#shared/people/contract.ts'
import { seededRandom } from '#tests/support/samples/make-investors.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { listContacts, matchContacts, searchContacts } from '#web/features/contacts/list/contact-search.ts'
import { findEntries, type Sources } from '#web/widgets/palette/entries.ts'
import { percentile } from './statistics.ts'

/**
 * The time of one keystroke in the search of contacts: 5,000 people with 20,000 dated entries of about 300 characters, typed letter by
 * letter. Then the time after one entry has changed, which a pull or a write does.
 *
 * bun tests/bench/contact-search.ts [people] [entries]
 */
const [people = 5000, count = 20_000] = process.argv.slice(2).map(Number)
const NOW = Date.parse('2026-11-28T12:00:00Z')
const WORDS =
  'pilot harbour bakery settlement mill reserve churn guild émigré café sheet january runway lisbon bridge port'.split(' ')

const random = seededRandom(7)
const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
const sentence = () => Array.from({ length: 45 }, () => `${pick(WORDS)}${Math.floor(random() * 50)}`).join(' ')

const ids = Array.from({ length: people }, (_, nth) => `psn_${nth}` as PersonId)
const cards = ids.map((id, nth) => toCard(samplePerson({ id, name: `${pick(WORDS)} Émile ${nth}` })))
const entries = Array.from({ length: count }, (_, nth) => {
  const writtenOn = new Date(NOW - nth * 1000).toISOString()
  return sampleEntry({ id: `ent_${nth}` as EntryId, contactId: pick(ids), text: sentence(), writtenOn })
})

const timed = <Result>(work: () => Result): [ms: number, result: Result] => {
  const began = performance.now()
  const result = work()
  return [performance.now() - began, result]
}
const print = (what: string, ms: number) => process.stdout.write(`${what.padEnd(48)} ${ms.toFixed(1).padStart(7)} ms\n`)

const [indexed, index] = timed(() => entriesByContact(entries))
print('entries by contact', indexed)
const own = { notes: new Map(), followUps: new Map(), entries: index }
print('the first keystroke, which folds all texts', timed(() => searchContacts(cards, own, 'p', {}, NOW))[0])

const listed = listContacts(cards, own, {}, NOW)
const nothing = {
  decisionMakers: [],
  savedIds: new Set<string>(),
  searches: [],
  findInvestors: undefined,
  projects: [],
  funds: [],
}
const sources: Sources = { user: null, contacts: { listed, words: own }, isPartial: false, ...nothing }
const searches: [name: string, search: (text: string) => unknown][] = [
  ['a keystroke', (text) => matchContacts(listed, own, text)],
  ['a keystroke in the palette', (text) => findEntries(text, sources)],
]
for (const [name, search] of searches) {
  const keystrokes: number[] = []
  for (const query of ['bakery 17 pilot', 'café sheet', 'zzz', 'émile 4999', 'harbour12 guild3 churn']) {
    for (let round = 0; round < 5; round += 1) {
      for (let end = 1; end <= query.length; end += 1) keystrokes.push(timed(() => search(query.slice(0, end)))[0])
    }
  }
  print(`${name}, p50`, percentile(keystrokes, 50))
  print(`${name}, p95`, percentile(keystrokes, 95))
}

const changed = entries.map((entry, nth) => (nth === 0 ? { ...entry, text: 'Signed' } : { ...entry }))
const [again, next] = timed(() => entriesByContact(changed, index))
print('entries by contact after one has changed', again)
print('the keystroke after that', timed(() => searchContacts(cards, { ...own, entries: next }, 'signed', {}, NOW))[0])
