import { eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { jobs } from '#drizzle/schema/index.ts'
import { WRITE_INTRO } from '#server/features/unlocks/write-intro.ts'
import type { Contact } from '#shared/contacts/contract.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import {
  CARDS,
  confirmUnlock,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  startPayment,
} from '#tests/support/actors/money.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { atEnd } from '#tests/support/database/at-end.ts'
import { MODEL_KEY, MODEL_NAME, startIntroModel } from '#tests/support/stand-ins/intro-model.ts'
import { until } from '#tests/support/until.ts'

export const BODY =
  'Tidepool brings instant settlement to ports, so that a ship pays its berth before it leaves. Your thesis names infrastructure, and that is what we build. We would be glad to hear whether Harbour Ventures sees it the same way.'

export const contacts = async (client: Client): Promise<Contact[]> =>
  ((await client.post<PrivateDelta>('/api/sync/me', { have: {} })).body.put.contacts ?? []) as unknown as Contact[]

export const endpointOf = ({ url }: { url: string }) => ({ url, key: MODEL_KEY, name: MODEL_NAME })

/** A started app with a language model, and a sale. */
export async function setUp() {
  const model = startIntroModel()
  atEnd(async () => model.stop())
  const app = await startTestApp({ env: model.env })
  const { db } = app.database

  beforeEach(() => {
    model.feel({ kind: 'writes', text: BODY })
    model.asked.length = 0
    model.paths.length = 0
  })

  /** A founder with a published project. */
  async function founder(node: TestApp = app, project: Parameters<typeof addProject>[1] = {}) {
    const member = await node.member({ firstName: 'Ada', lastName: 'Member' })
    await addProject(node.database.db, {
      userId: member.user.id,
      companyName: 'Tidepool',
      oneLineDescription: 'Instant settlement for ports.',
      projectStage: 'Seed',
      email: 'ada-private@tidepool.example',
      founderName: 'Ada Member',
      ...project,
    })
    return member
  }

  const investor = (about = {}, node: TestApp = app) =>
    listInvestor(node.database.db, { investmentThesis: 'Infrastructure, early.', location: 'Lisbon', ...about })

  async function buy(buyer: Client, vcId: string, node: TestApp = app) {
    const { clientSecret } = (await startPayment(buyer, vcId)).body
    await payWithCard(node, clientSecret, CARDS.good)
    const confirmed = await confirmUnlock(buyer, clientSecret, vcId)
    expect(confirmed.status).toBe(200)
    return { confirmed: confirmed.body.contact, orderId: (await orderOfIntent(node.database.db, intentOf(clientSecret))).id }
  }

  const jobDone = (orderId: string, node: TestApp = app) =>
    until(
      async () =>
        (await node.database.db.select().from(jobs).where(eq(jobs.key, orderId))).find(({ kind }) => kind === WRITE_INTRO),
      (job) => job?.doneAt !== null && job !== undefined,
    )

  /** A sale whose job is done and has changed nothing. */
  async function sold() {
    model.feel({ kind: 'answers', status: 500, body: '' })
    const ada = await founder()
    const vcId = await investor()
    const { confirmed, orderId } = await buy(ada, vcId)
    await jobDone(orderId)
    model.feel({ kind: 'writes', text: BODY })
    return { ada, vcId, orderId, before: confirmed?.introTemplate ?? '' }
  }
  return { model, app, db, founder, investor, buy, jobDone, sold }
}
