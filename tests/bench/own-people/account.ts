import { contactEntries, contactFollowUps, people } from '#drizzle/schema/index.ts'
import { connect } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { PersonId } from '#shared/people/contract.ts'
import { principalOf } from '#tests/e2e/support/sales.ts'
import { type Client, createClient } from '#tests/support/client.ts'
import { seededRandom } from '#tests/support/samples/make-investors.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'

const NOW = Date.parse('2026-11-28T12:00:00Z')
const BATCH = 500
const WORDS =
  'pilot harbour bakery settlement mill reserve churn guild émigré café sheet january runway lisbon bridge port'.split(' ')

export const PASSWORD = 'k7#mQz2ppW'

/** An account with own people, each with a follow-up and tags, and with dated notes of about 300 characters. */
export type BenchAccount = { email: string; principalId: PrincipalId; client: Client; entryIds: string[]; personIds: PersonId[] }

type Sizes = { people: number; entries: number }

/** @param name  distinguishes the accounts of one run */
export async function createBenchAccount(url: string, dataDir: string, name: string, sizes: Sizes): Promise<BenchAccount> {
  const email = `${name}@latchkey.example`
  const client = createClient(url)
  const { status } = await client.post('/api/auth/register', {
    ...{ email, password: PASSWORD, confirmPassword: PASSWORD },
    ...{ userType: 'founder', firstName: 'Ida', lastName: 'Berg' },
  })
  if (status >= 300) throw new Error(`The account was not created: ${status}`)
  const { socketPath } = await startEmbeddedPostgres(`${dataDir}/postgres`)
  const database = connect({ socketPath, database: 'postgres' }, { max: 2 })
  try {
    const principalId = (await principalOf(database.sql, email)) as PrincipalId
    const random = seededRandom(7)
    const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
    const sentence = () => Array.from({ length: 45 }, () => `${pick(WORDS)}${Math.floor(random() * 50)}`).join(' ')
    const personIds = Array.from({ length: sizes.people }, (_, nth) => `psn_${uuid(nth)}` as PersonId)
    const entryIds = Array.from({ length: sizes.entries }, (_, nth) => `ent_${uuid(nth)}`)

    const { addedAt: _, ...fields } = samplePerson()
    const rows = personIds.map((id, nth) => ({
      ...{ ...fields, principalId, id, deletedAt: null, name: `${pick(WORDS)} Émile ${nth}` },
      createdAt: new Date(NOW - nth * 60_000),
    }))
    for (const batch of inBatches(rows)) await database.db.insert(people).values(batch)
    const followUps = personIds.map((contactId, nth) => ({
      ...{ principalId, contactId, tags: [pick(WORDS)], metAt: 'Web Summit', rating: 1 + (nth % 5) },
      stage: nth % 20 === 0 ? ('meeting' as const) : null,
    }))
    for (const batch of inBatches(followUps)) await database.db.insert(contactFollowUps).values(batch)
    const entries = entryIds.map((id, nth) => ({
      ...{ principalId, id: id as never, contactId: pick(personIds), text: sentence(), writtenBy: null },
      writtenOn: new Date(NOW - nth * 1000),
    }))
    for (const batch of inBatches(entries)) await database.db.insert(contactEntries).values(batch)
    await database.sql`analyze`
    return { email, principalId, client, entryIds, personIds }
  } finally {
    await database.close()
  }
}

const uuid = (nth: number) => `0193a1b2-0000-7000-8000-${nth.toString(16).padStart(12, '0')}`

function inBatches<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, nth) => rows.slice(nth * BATCH, (nth + 1) * BATCH))
}
