import { and, eq, isNull } from 'drizzle-orm'
import { projectDrafts, projects } from '#drizzle/schema/index.ts'
import { confirmProjectPayment, startProjectPayment } from '#server/features/publishing/service.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { samplePicture } from '#shared/uploads/address.ts'
import { type Cast, madeBy } from './people.ts'
import type { Scene, Stage } from './stage.ts'

const PROJECT = {
  companyName: 'Crumbledger',
  oneLineDescription: 'Bakeries and mills settle their invoices the same morning.',
  description:
    'A bakery buys flour four times a week and pays at the end of the month; its mill borrows until then. Crumbledger turns each delivery note into a stablecoin invoice that settles when the driver signs. 140 bakeries and six mills use it every morning.',
  projectStage: 'Live',
  ecosystem: 'Base',
  vertical: 'Payments',
  amountRaising: 900_000,
  valuation: 6_500_000,
  committedAmount: 310_000,
  revenueGenerating: true,
  traction: '140 bakeries, six mills, 2.1 million settled in October. No bakery has left since March.',
  email: 'founder@latchkey.example',
  founderName: 'Noa Lindgren',
  teamSize: 5,
  teamRoles: 'Two engineers, one former miller, one accountant, and Noa',
  location: 'Malmö, Sweden',
  roundType: 'Seed',
  idealInvestorType: 'An investor who has seen a payment fail at five in the morning',
  logoUrl: samplePicture('logo', 7),
}

const PHONE = 'On the phone: 152 bakeries, seven mills, 2.4 million settled in November. Two bakeries asked us for a credit line.'
const LAPTOP = 'On the laptop: 149 bakeries and seven mills. We pass three million a month in January at this pace.'

/** The founder's project: published a month ago, verified by the team; later changes of two devices meet in its draft. */
export const projectScenes = (cast: Cast): Scene[] => {
  const { founder, others } = cast
  const voters = Object.values(others).slice(0, 12)
  return [
    {
      day: -32,
      play: async (stage) => {
        await stage.mutate(founder, 'project.saveDraft', { changes: PROJECT, isFinished: true })
      },
    },
    {
      day: -31,
      play: async (stage) => {
        const { clientSecret } = await startProjectPayment(stage, founder)
        await stage.pay(clientSecret)
        cast.made.set('project', await confirmProjectPayment(stage, founder, clientSecret.split('_secret_')[0] ?? ''))
      },
    },
    ...voters.map((voter, turn) => ({
      day: -29 + turn * 2.3,
      play: async (stage: Stage) => {
        await stage.mutate(voter, 'vote.cast', { projectId: madeBy(cast, 'project'), isCast: true })
      },
    })),
    { day: -1.1, play: (stage) => clash(stage, cast) },
  ]
}

/** Two devices change the same text, and neither has seen the other's change. */
async function clash(stage: Stage, { founder }: Cast) {
  const base = { traction: [fingerprint(PROJECT.traction)] }
  await stage.mutate(founder, 'project.saveDraft', { changes: { traction: PHONE } }, { device: 'sample-phone', base })
  await stage.mutate(founder, 'project.saveDraft', { changes: { traction: LAPTOP } }, { device: 'sample-laptop', base })
  const [draft] = await stage.tx.select().from(projectDrafts).where(eq(projectDrafts.principalId, founder.principalId))
  if (!draft?.clashes.length) throw new Error('The two devices of the sample do not disagree')
}

/** The sample's projects that wait for a review, oldest first. */
export const listWaiting = ({ tx }: Stage, limit: number) =>
  tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.status, 'under review'), isNull(projects.userId)))
    .orderBy(projects.id)
    .limit(limit)
