import { sql } from 'drizzle-orm'
import { coldInvestors, decisionMakers } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { ColdInvestorId, DecisionMakerId } from '#shared/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client, Reply } from '#tests/support/client.ts'
import { account } from './account.ts'
import { hasUnlocked, intentOf, listInvestor, payWithCard } from './money.ts'
import { DRAFT, findProject, founder, intentOfSession, isScoutPaid, payOnPage, sessionOf, startScout } from './publishing.ts'

export const GRETA = {
  role: 'Managing Partner',
  fullName: 'Greta Quietwater',
  linkedinUrl: 'https://www.linkedin.example/in/greta-quietwater',
  twitterUrl: 'https://x.example/gretaquiet',
}

/** A fund of Cold Scout with one decision maker. */
export async function listFund(db: Database, about: Partial<typeof decisionMakers.$inferInsert> = {}) {
  const fundId = newId<ColdInvestorId>('cold')
  const [id, slug] = [newId<DecisionMakerId>('dm'), `quiet-${fundId.slice(-12)}`]
  await db.insert(coldInvestors).values({ id: fundId, fundName: 'Quiet Capital', fundSlug: slug, investmentFocus: 'DeFi' })
  await db.insert(decisionMakers).values({ id, coldInvestorId: fundId, position: 0, ...GRETA, ...about })
  return { id, slug, fundId }
}

type Refusal = { code?: string; message?: string }
export type Person = { fullName: string; linkedinUrl: string | null; twitterUrl: string | null }

export const startPerson = (buyer: Client, decisionMakerId: string, more: Record<string, unknown> = {}) =>
  buyer.post<{ clientSecret: string; amount: number } & Refusal>('/api/create-decision-maker-payment', {
    email: 'anonymous@latchkey.example',
    decisionMakerId,
    ...more,
  })

export const confirmPerson = (buyer: Client, clientSecret: string, decisionMakerId: string) =>
  buyer.post<{ contact?: Person } & Refusal>('/api/confirm-decision-maker-unlock', {
    paymentIntentId: intentOf(clientSecret),
    email: 'anonymous@latchkey.example',
    decisionMakerId,
  })

export const checkPerson = async (buyer: Client, decisionMakerId: string) =>
  (
    await buyer.get<{ hasUnlocked: boolean; contact?: Person }>(
      `/api/check-decision-maker-unlock?email=x@y.example&decisionMakerId=${decisionMakerId}`,
    )
  ).body

/** One purchase of any kind, with the operations common to all kinds. */
export type Begun = {
  buyer: Client
  targetId: string
  /** The same click again: its reply, and the payment named in it. */
  again: (more?: Record<string, unknown>) => Promise<{ reply: Reply<Refusal>; payment: string | undefined }>
  /** @returns the intent */
  pay: (card: string) => Promise<string>
  /** The browser's request after paying. @returns whether the reply confirmed the purchase */
  confirm: (who?: Client) => Promise<boolean>
  isHeld: () => Promise<boolean>
}

/** `vc_unlock` has separate tests, which cover more than these. */
export type Kind = 'vc_contact' | 'decision_maker' | 'scout_publish' | 'project_visibility'

export const PRICES: Record<Kind, number> = {
  vc_contact: 9900,
  decision_maker: 100,
  scout_publish: 900,
  project_visibility: 4900,
}
export const KINDS = Object.keys(PRICES) as Kind[]

export async function begin(app: TestApp, kind: Kind): Promise<Begun> {
  switch (kind) {
    case 'decision_maker':
      return beginPerson(app)
    case 'scout_publish':
      return beginScout(app)
    case 'project_visibility':
      return beginVisibility(app)
    default:
      return beginContact(app)
  }
}

async function byCard(
  app: TestApp,
  start: (more?: Record<string, unknown>) => Promise<Reply<{ clientSecret: string } & Refusal>>,
) {
  const { clientSecret } = (await start()).body
  const again = async (more?: Record<string, unknown>) => {
    const reply = await start(more)
    return { reply, payment: reply.body.clientSecret as string | undefined }
  }
  const pay = async (card: string) => {
    await payWithCard(app, clientSecret, card)
    return intentOf(clientSecret)
  }
  return { clientSecret, again, pay }
}

async function beginContact(app: TestApp): Promise<Begun> {
  const buyer = await account(app)
  const targetId = await listInvestor(app.database.db)
  const { clientSecret, again, pay } = await byCard(app, (more) =>
    buyer.post<{ clientSecret: string; amount: number } & Refusal>('/api/create-vc-payment', { vcId: targetId, ...more }),
  )
  const confirm = async (who: Client = buyer) =>
    (await who.post('/api/confirm-payment', { paymentIntentId: intentOf(clientSecret) })).status === 200
  return { buyer, targetId, again, pay, confirm, isHeld: () => hasUnlocked(buyer, targetId) }
}

async function beginPerson(app: TestApp): Promise<Begun> {
  const buyer = await account(app)
  const targetId = (await listFund(app.database.db)).id
  const { clientSecret, again, pay } = await byCard(app, (more) => startPerson(buyer, targetId, more))
  return {
    buyer,
    targetId,
    again,
    pay,
    confirm: async (who: Client = buyer) => (await confirmPerson(who, clientSecret, targetId)).status === 200,
    isHeld: async () => (await checkPerson(buyer, targetId)).hasUnlocked,
  }
}

async function beginVisibility(app: TestApp): Promise<Begun> {
  const { projectId: targetId, ...buyer } = await founder(app)
  const start = (more?: Record<string, unknown>) =>
    buyer.post<{ clientSecret: string; amount: number } & Refusal>('/api/create-project-payment', more)
  const { clientSecret, again, pay } = await byCard(app, start)
  const confirm = async (who: Client = buyer) =>
    (await who.post('/api/confirm-project-payment', { paymentIntentId: intentOf(clientSecret) })).status === 200
  return { buyer, targetId, again, pay, confirm, isHeld: () => isPublished(app, targetId) }
}

async function beginScout(app: TestApp): Promise<Begun> {
  const { projectId: targetId, ...buyer } = await founder(app)
  const { url } = (await startScout(buyer)).body
  const again = async (more: Record<string, unknown> = {}) => {
    const reply = await startScout(buyer, { ...DRAFT, ...more })
    return { reply, payment: reply.body.url as string | undefined }
  }
  const pay = async (card: string) => {
    await payOnPage(url, card)
    return intentOfSession(app.database.db, sessionOf(url))
  }
  return {
    buyer,
    targetId,
    again,
    pay,
    confirm: (who: Client = buyer) => isScoutPaid(who, sessionOf(url)),
    isHeld: () => isPublished(app, targetId),
  }
}

const isPublished = async ({ database }: TestApp, id: string) => (await findProject(database.db, id as never)).isPublished

/** How often a target was charged. */
export async function countCharges(db: Database, targetId: string): Promise<number> {
  const [counted] = await db.execute<{ count: number }>(sql`
    select count(*)::int from sandbox_objects charge join orders on orders.id = charge.body->'metadata'->>'orderId'
    where charge.type = 'charge' and orders.target_id = ${targetId}`)
  return counted?.count ?? 0
}
