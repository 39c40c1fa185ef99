import { asc, eq } from 'drizzle-orm'
import { contactFollowUps } from '#drizzle/schema/index.ts'
import type { ConversationStage } from '#shared/contacts/conversation.ts'
import { type DealFields, ROUND } from '#shared/raise/contract.ts'
import type { Cast } from './people.ts'
import type { Scene } from './stage.ts'

const DOLLARS = 100

type Deals = Record<ConversationStage, Partial<DealFields>[]>

/** The deals with the contacts of each stage, in the order of their ids; further contacts have none. */
const deals: Deals = {
  'to-write': [{ introducedBy: 'Liv Aalto' }],
  written: [
    { amount: 150_000 * DOLLARS, probability: 10, nextStep: 'Send the guild letter again, with the new numbers' },
    { amount: 25_000 * DOLLARS, instrument: 'safe', probability: 25, nextStep: 'Deck with the reserve table' },
  ],
  replied: [{ amount: 200_000 * DOLLARS, commitment: 'asked', probability: 25, nextStep: 'Churn by month, as a table' }],
  meeting: [
    { amount: 300_000 * DOLLARS, commitment: 'soft', instrument: 'safe', probability: 50, introducedBy: 'Benedikt Peña' },
    { amount: 50_000 * DOLLARS, probability: 25, nextStep: 'One month of settlements' },
  ],
  'in-talks': [
    {
      amount: 500_000 * DOLLARS,
      commitment: 'soft',
      instrument: 'equity',
      probability: 75,
      introducedBy: 'Harbour breakfast',
      nextStep: 'Answer the question about reserves',
    },
  ],
  invested: [{ amount: 50_000 * DOLLARS, commitment: 'committed', instrument: 'safe', probability: 100 }],
  passed: [{ amount: 250_000 * DOLLARS, passReason: 'Too early. Write again after the seed' }],
}

/** The founder's round, and a deal with most contacts. */
export const raiseScenes = ({ founder }: Cast): Scene[] => [
  {
    day: -0.4,
    play: async (stage) => {
      const round = { id: ROUND, name: 'Seed 2026', target: 1_500_000 * DOLLARS } as const
      await stage.mutate(founder, 'raise.write', round, { base: {} })
      const followUps = await stage.tx
        .select({ id: contactFollowUps.contactId, conversation: contactFollowUps.stage })
        .from(contactFollowUps)
        .where(eq(contactFollowUps.principalId, founder.principalId))
        .orderBy(asc(contactFollowUps.contactId))
      const left = structuredClone(deals)
      for (const { id, conversation } of followUps) {
        const deal = conversation && left[conversation].shift()
        if (deal) await stage.mutate(founder, 'deal.write', { id, ...deal }, { base: {} })
      }
    },
  },
]
