import type { Env } from '#server/env.ts'
import { createLog, type Log } from '#server/log.ts'
import type { ProjectId, VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { approveInvestor, listInvestor } from '#tests/support/actors/money.ts'
import { listFund } from '#tests/support/actors/order-kinds.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { draftEntry, followUpEntry, noteEntry, openWire, saveEntry, ticketEntry, type Wire } from './wire.ts'

/** Part of every text of the other principal. No reply to any other caller contains it. */
export const CANARY = 'zqxcanary'

/** Entries that the server logged as faults: each is a 500, or a mutation that a device retries indefinitely. */
export type Fault = { message: string; about: string }

export type Person = { wire: Wire; userId: string; principalId: string; email: string }

export type Stage = Awaited<ReturnType<typeof openStage>>

/** How many contacts each buyer owns. */
const CONTACTS = 3

/**
 * The composed app on a port, with the data that the old client uses, and another principal whose texts all contain the canary.
 *
 * Rows that only a payment or an admin makes are inserted; everything else is sent through the API.
 */
export async function openStage(env: Record<string, string> = {}) {
  const faults: Fault[] = []
  const app = await startTestApp({
    env: { RATE_LIMIT_SCALE: '100000', ...env },
    world: { log: catchFaults(faults) },
  })
  const { db } = app.database
  const contacts: VcId[] = []
  for (let at = 0; at < CONTACTS; at += 1) contacts.push(await listInvestor(db, { name: `Listed Investor ${at}` }))
  const locked = await listInvestor(db, { name: 'Locked Investor', email: `${CANARY}@locked.example`, telegram: `@${CANARY}` })
  const unverified = await listInvestor(db, {
    name: 'Unverified Investor',
    isVerified: false,
    email: `${CANARY}@unverified.example`,
  })
  const published = await addProject(db, { companyName: 'Published Works' })
  const fund = await listFund(db, { fullName: `Greta ${CANARY}`, linkedinUrl: `https://www.linkedin.example/in/${CANARY}` })

  const person = async (about: Parameters<typeof account>[1] = {}): Promise<Person> => {
    const { user, cookies } = await account(app, { emailVerifiedAt: new Date(), ...about })
    return { wire: openWire(app.url, new Map(cookies)), userId: user.id, principalId: user.principalId, email: user.email }
  }
  /** A founder who owns the contacts. */
  const buyer = async () => {
    const bought = await person()
    for (const vcId of contacts) await grantContact(db, bought.principalId as never, vcId)
    return bought
  }
  /** An approved investor of the platform, and the listing. */
  const investor = async (more: Parameters<typeof approveInvestor>[1] = {}) => {
    const owner = await person({ userType: 'vc', isApprovedInvestor: true })
    const listing = await approveInvestor(db, { userId: owner.userId as never, weeklyIntroLimit: 5, ...more })
    return { ...owner, listing }
  }
  /** A visitor who becomes a guest by the first push. */
  const guest = async () => {
    const wire = openWire(app.url)
    const principalId = (await wire.push([])).body.principalId ?? ''
    return { wire, principalId }
  }

  return {
    app,
    url: app.url,
    sql: app.database.sql,
    faults,
    contacts,
    locked,
    unverified,
    published,
    fund,
    stranger: () => openWire(app.url),
    person,
    buyer,
    investor,
    guest,
    victim: () => writeVictim(app, { buyer, locked, investor }),
  }
}

type Making = {
  buyer: () => Promise<Person>
  locked: VcId
  investor: (more?: Parameters<typeof approveInvestor>[1]) => Promise<Person & { listing: VcId }>
}

/** The other principal: every kind of object that a user can own, with the canary in it. */
async function writeVictim(app: TestApp, { buyer, locked, investor }: Making) {
  const { db } = app.database
  const owner = await buyer()
  await grantContact(db, owner.principalId as never, locked)
  const ticket = ticketEntry(`${CANARY} cannot be reached`)
  const entries = [
    noteEntry(locked, `${CANARY} met in Lisbon`),
    followUpEntry(locked, { stage: 'written', metAt: `${CANARY} hall` }),
    saveEntry(locked),
    draftEntry({ companyName: `${CANARY} works`, description: `${CANARY} in secret`, email: `${CANARY}@draft.example` }),
    ticket,
  ]
  const { body } = await owner.wire.push(entries)
  const failed = body.results.filter(({ status }) => status !== 'applied')
  if (failed.length > 0) throw new Error(`The other principal could not be written: ${JSON.stringify(failed)}`)
  const draft = await addProject(db, {
    id: 'prj_conformance' as ProjectId,
    userId: owner.userId as never,
    isPublished: false,
    companyName: `${CANARY} works`,
    description: `${CANARY} in secret`,
  })
  const listed = await investor({ email: `${CANARY}@listing.example`, meetingLink: `https://cal.example/${CANARY}` })
  const [order] = await app.database.sql<
    { id: string }[]
  >`select id from orders where principal_id = ${owner.principalId} limit 1`
  const ticketId = (ticket.args as { id: string }).id
  return { ...owner, entries, ticketId, draft, orderId: order?.id ?? '', listing: listed.listing, listingOwner: listed }
}

/** A silent log that collects errors. */
function catchFaults(faults: Fault[]): Log {
  const silent = createLog('silent' satisfies Env['LOG_LEVEL'])
  const keep = (about: unknown, message?: string) => {
    const { err, ...rest } = (about ?? {}) as { err?: Error; job?: string }
    // The orders of the contacts were inserted: the provider has no payment for them that it could refund.
    if (rest.job === 'orders.refund') return
    const cause = err?.cause instanceof Error ? ` <- ${err.cause.message}` : ''
    const stack = (err?.stack ?? '').split('\n').slice(0, 6).join('\n')
    faults.push({
      message: message ?? String(about),
      about: `${JSON.stringify(rest)} ${err?.message.slice(0, 300)}${cause}\n${stack}`,
    })
  }
  return { ...silent, warn: () => undefined, info: () => undefined, debug: () => undefined, error: keep, fatal: keep } as Log
}

/** Rows that requests cause, as text: one string per table. Pictures, compressed chunks and counters are left out. */
export async function dumpTables({ sql }: Pick<Stage, 'sql'>): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('sync_chunks', 'rate_limits')`
  const dumped = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await sql<{ text: string | null }[]>`select string_agg(t::text, E'\n') as text from ${sql(name)} t`
      return [name, row?.text ?? ''] as const
    }),
  )
  return new Map(dumped)
}
