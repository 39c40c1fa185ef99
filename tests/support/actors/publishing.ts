import { eq, sql } from 'drizzle-orm'
import { projects } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { ProjectId, UserId } from '#shared/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { until } from '#tests/support/until.ts'
import { account } from './account.ts'
import { CARDS, orderOfIntent } from './money.ts'

export const DRAFT = {
  companyName: 'Tidepool',
  description: 'Ports that pay each other.',
  email: 'ada@tidepool.example',
}

/** A draft as its founder has saved it. */
export async function draftProject(db: Database, userId: UserId, about: Partial<typeof projects.$inferInsert> = {}) {
  const id = newId<ProjectId>('prj')
  await db.insert(projects).values({ id, userId, ...DRAFT, ...about })
  return id
}

/** A founder with a complete draft. */
export async function founder(app: TestApp, about: Partial<typeof projects.$inferInsert> = {}) {
  const member = await account(app)
  return { ...member, projectId: await draftProject(app.database.db, member.user.id, about) }
}

type Refusal = { code?: string; message?: string }

export const startScout = (buyer: Client, fields: Record<string, unknown> = DRAFT) =>
  buyer.post<{ url: string } & Refusal>('/api/create-scout-payment', fields)

export const startVisibility = (buyer: Client) =>
  buyer.post<{ clientSecret: string; amount: number } & Refusal>('/api/create-project-payment')

export const sessionOf = (url: string) => url.split('/').at(-1) ?? ''

/** Pays on the provider's page, as a form without a script does. @returns the redirect target, or the text of the page instead */
export async function payOnPage(url: string, number: string, step = 'pay') {
  const body = new URLSearchParams({ number, expiry: '12 / 40', cvc: '123', step })
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return { status: reply.status, location: reply.headers.get('location'), page: await reply.text() }
}

export const isScoutPaid = async (client: Client, sessionId: string) =>
  (await client.get<{ success: boolean }>(`/api/scout-payment-success?session_id=${encodeURIComponent(sessionId)}`)).body.success

export async function findProject(db: Database, id: ProjectId) {
  const [project] = await db.select().from(projects).where(eq(projects.id, id))
  if (!project) throw new Error(`There is no project ${id}`)
  return project
}

/**
 * Publishes on the provider's page.
 *
 * @param isPaidThere  whether the provider has the payment, for a card whose bank may dispute it before the app answers
 * @returns the id of its session there
 */
export async function publishOnPage(
  buyer: Client,
  fields: Record<string, unknown> = DRAFT,
  card: string = CARDS.good,
  isPaidThere: (sessionId: string) => Promise<boolean> = async () => false,
) {
  const { url } = (await startScout(buyer, fields)).body
  await payOnPage(url, card)
  const sessionId = sessionOf(url)
  if (!(await isScoutPaid(buyer, sessionId)) && !(await isPaidThere(sessionId))) throw new Error(`The page ${url} was not paid`)
  return sessionId
}

/** A founder who has paid for a project; whether it is public depends on the card. `becomes` waits for a status of the order. */
export async function publishedFounder(app: TestApp, card: string = CARDS.good) {
  const { db } = app.database
  const member = await founder(app)
  const isPaidThere = async (sessionId: string) => card !== CARDS.good && (await isCharged(db, sessionId))
  const piId = await intentOfSession(db, await publishOnPage(member, DRAFT, card, isPaidThere))
  const order = () => orderOfIntent(db, piId)
  const becomes = (status: string) => until(order, (seen) => seen.status === status)
  return { ...member, piId, order, becomes }
}

async function isCharged(db: Database, sessionId: string): Promise<boolean> {
  const [row] = await db.execute<{ status: string }>(
    sql`select body->>'status' as status from sandbox_objects where id = ${await intentOfSession(db, sessionId)}`,
  )
  return row?.status === 'succeeded'
}

/** The intent that was created on a hosted page. */
export async function intentOfSession(db: Database, sessionId: string): Promise<string> {
  const [row] = await db.execute<{ id: string | null }>(
    sql`select body->>'payment_intent' as id from sandbox_objects where id = ${sessionId}`,
  )
  return row?.id ?? ''
}
