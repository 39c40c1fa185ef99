import { eq } from 'drizzle-orm'
import { vcs } from '#drizzle/schema/index.ts'
import { showDetails } from '#server/features/earnings/payouts/payee-details.ts'
import { makeBatch, payBatch } from '#server/features/earnings/payouts/payouts.ts'
import { requestInvestor } from '#server/features/unlocks/requests.ts'
import { startUnlock } from '#server/features/unlocks/service.ts'
import type { Buyer, Cast } from './people.ts'
import { CARDS, type Scene, type Stage } from './stage.ts'

type Sale = { day: number; who: Buyer; about: string; toCharity?: true; card?: string }

/** Twelve sales of the sample's investor within six months: paid out, payable, disputed, and still within the guarantee. */
const sales: Sale[] = [
  { day: -176.3, who: 'ines', about: 'We replace letters of credit for olive oil with a signed delivery.' },
  { day: -158.6, who: 'tomasz', about: 'A payment rail for the 300 tram companies that still print tickets.' },
  { day: -141.2, who: 'adaeze', about: 'Payroll for nurses who work in two countries. 1,900 of them are paid by us already.' },
  { day: -122.4, who: 'linh', about: 'Proof of identity from a phone bill, for the half of Hanoi without a passport.' },
  { day: -104.1, who: 'mikael', about: 'We settle between fish auctions in eleven minutes instead of eleven days.' },
  {
    day: -88.5,
    who: 'priya',
    about: 'An open meter for solar roofs: the neighbours buy what the roof does not need.',
    toCharity: true,
  },
  { day: -71.7, who: 'jonas', about: 'Escrow for used machines. The crane is released when it lifts.' },
  { day: -55.2, who: 'salma', about: 'Dowry savings that only the bride can open.' },
  { day: -40.8, who: 'hugo', about: 'We insure the cold chain of one vaccine at a time.' },
  { day: -24.3, who: 'yuki', about: 'Keys for robots: who may open which door, and until when.' },
  { day: -9.6, who: 'bea', about: 'Instant refunds for cancelled trains, before the passenger asks.', card: CARDS.isDisputed },
  { day: -3.4, who: 'owen', about: 'A till for market stalls that works in the rain and without a network.' },
]

/** Founders who asked and have not bought yet. */
const requests: Sale[] = [
  { day: -6.4, who: 'linh', about: 'Two lines from you would tell us whether this is a fund for identity or for payments.' },
  { day: -1.2, who: 'jonas', about: 'We close in three weeks and keep one place for an investor who has run settlement.' },
]

const ask = ({ tx, now }: Stage, { others, listing }: Cast, { who, about }: Sale) =>
  requestInvestor(tx, others[who].principalId, { vcId: listing, requestType: 'unlock', message: about }, now())

const sell = (cast: Cast, sale: Sale) => async (stage: Stage) => {
  const { others, listing: vcId } = cast
  const { principalId, email } = others[sale.who]
  const give = (donateToCharity: boolean, charityOfChoice: string | null) =>
    stage.tx.update(vcs).set({ donateToCharity, charityOfChoice }).where(eq(vcs.id, vcId))
  if (sale.toCharity) await give(true, 'Sea Watch')
  await ask(stage, cast, sale)
  const { clientSecret } = await startUnlock(stage, principalId, { kind: 'vc_unlock', vcId, receiptEmail: email })
  await stage.pay(clientSecret, sale.card)
  if (sale.toCharity) await give(false, null)
}

/** The admin pays what is payable on that day: looks at the details of each payee, transfers, and records the reference. */
const payOut =
  ({ admin }: Cast, reference: string) =>
  async (stage: Stage) => {
    const payer = { adminId: admin.id, email: admin.email, base: stage.base() }
    const batch = await makeBatch(stage.payouts, payer)
    for (const line of batch.lines) {
      if (line.details) await showDetails(stage.payouts, payer, batch.id, line.id)
    }
    await payBatch(stage.payouts, payer, batch.id, reference)
  }

/** What the sample's investor has sold, and what was paid out. */
export const saleScenes = (cast: Cast): Scene[] => [
  ...sales.map((sale) => ({ day: sale.day, play: sell(cast, sale) })),
  ...requests.map((request) => ({
    day: request.day,
    play: async (stage: Stage) => {
      await ask(stage, cast, request)
    },
  })),
  { day: -118, play: payOut(cast, 'SEPA 2041-77310') },
  { day: -62, play: payOut(cast, 'SEPA 2043-10984') },
]
