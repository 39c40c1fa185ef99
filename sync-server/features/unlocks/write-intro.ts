import type { Database, Queryable } from '#server/database/client.ts'
import { findPublicInvestor } from '#server/features/directory/public-investor.ts'
import type { PaymentSubscriber } from '#server/features/orders/settlement/fulfilment.ts'
import { orderOf } from '#server/features/orders/settlement/refund-jobs.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { detachedRun, type JobRun } from '#server/jobs/run.ts'
import type { Log } from '#server/log.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import { introFault } from '#shared/unlocks/intro-check.ts'
import { type IntroFacts, type IntroModel, textsOf } from './intro-model.ts'
import { framedIntro } from './intro-template.ts'
import { findFounder, findIntro, replaceIntro } from './queries.ts'

/** Generates the introduction of one sale with a language model. */
export const WRITE_INTRO = 'unlocks.write-intro'

const WITH_INTRO: OrderKind[] = ['vc_unlock', 'vc_contact', 'meeting']

/**
 * Queued with the first payment, in its transaction, also where the payment is already disputed: a dispute that is won gives the
 * purchase back. The sale is complete without it: the default introduction is a template.
 */
export const requestIntroText: PaymentSubscriber = async (tx, { order, status }) => {
  const isSold = order.paidAt === null && ['paid', 'disputed'].includes(status) && WITH_INTRO.includes(order.kind)
  if (isSold) await enqueueJob(tx, { kind: WRITE_INTRO, key: order.id, payload: { orderId: order.id } })
  return false
}

type WriteIntroDeps = { db: Database; log: Log; model: IntroModel }

/**
 * One attempt. On any failure the template stays, and the job is done: an introduction that changes hours after the sale would
 * replace the text that its buyer has read.
 */
export const writeIntro =
  ({ db, log, model }: WriteIntroDeps) =>
  async (payload: unknown, run: JobRun = detachedRun()) => {
    const orderId = orderOf(payload)
    const sale = await findIntro(db, orderId)
    if (!sale?.introTemplate || !sale.vcId) return
    const known = await findFacts(db, sale.principalId, sale.vcId)
    if (!known) return
    const { company, investor } = known.facts
    const body = await model.write(known.facts).catch((error) => {
      log.warn({ err: error, orderId }, 'introduction model request failed')
    })
    if (!body) return
    const fault = introFault(body, textsOf(known.facts))
    if (fault) return log.warn({ orderId, fault }, 'generated introduction rejected')
    const { founderName } = known
    run.requireLease()
    const intro = framedIntro({ investor, body, founderName, company: company.name })
    await replaceIntro(db, orderId, sale.introTemplate, intro)
  }

/** The model's input; `undefined` without a published project, because then there is nothing to introduce. */
async function findFacts(
  db: Queryable,
  principalId: PrincipalId,
  vcId: VcId,
): Promise<{ facts: IntroFacts; founderName: string | null } | undefined> {
  const founder = await findFounder(db, principalId)
  const project = founder?.project
  if (!project?.companyName || !project.isPublished || project.status === 'rejected') return undefined
  const investor = await findPublicInvestor(db, vcId)
  if (!investor) return undefined
  const { name, fund, stages, sectors, thesis, bio } = investor
  return {
    founderName: fullName(founder),
    facts: {
      company: {
        name: project.companyName,
        oneLine: project.oneLineDescription,
        description: project.description,
        traction: project.traction,
        stage: project.projectStage,
        vertical: project.vertical,
        ecosystem: project.ecosystem,
      },
      investor: { name, fund, stages, sectors, thesis, bio },
    },
  }
}
