import { and, asc, eq, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import { confirmPrice, listDoubtfulPrices } from '#server/features/admin/imports/prices.ts'
import { verifyVc } from '#server/features/admin/profiles/applications.ts'
import { reviewProject } from '#server/features/admin/projects.ts'
import { applyAsInvestor } from '#server/features/applications/service.ts'
import { askForProfile } from '#server/features/profile-requests/service.ts'
import { startUnlock } from '#server/features/unlocks/service.ts'
import { ApplyAsInvestor } from '#shared/applications/contract.ts'
import type { TicketId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { type Cast, type Host, madeBy } from './people.ts'
import { listWaiting } from './project.ts'
import { CARDS, type Scene, type Stage } from './stage.ts'

const LENA = {
  fundName: 'Northline Capital',
  partnerName: 'Lena Vogt',
  position: 'Partner',
  location: 'Hamburg, Germany',
  email: 'lena@northline.example',
  investmentTag: 'Logistics and trade',
  fundDescription: 'Thirty million euros for companies that move things, and for those that prove they were moved.',
  investmentThesis: 'Trade is a chain of promises. We back the teams that turn one of them into a fact.',
  bio: 'Ran a freight desk for nine years, and still reads bills of lading for fun.',
  portfolioPerformance: 'Eleven investments, three exits, 2.4× net.',
  stage: ['Pre-Seed', 'Seed'],
  sectors: ['Supply Chain', 'Payments'],
  meetingLink: 'https://calendly.com/northline-example/intro',
  contactHandle: 'https://calendly.com/northline-example/intro',
  contactType: 'meeting',
  price: 4000,
  weeklyIntroLimit: 8,
}

const MATEO = {
  ...LENA,
  fundName: 'Quiroga Angels',
  partnerName: 'Mateo Quiroga',
  position: 'Angel',
  location: 'Montevideo, Uruguay',
  email: 'mateo@quiroga.example',
  investmentTag: 'Marketplaces',
  fundDescription: 'One person, six cheques a year, and a long list of people who answer his calls.',
  investmentThesis: 'Marketplaces that the sellers would miss more than the buyers.',
  bio: 'Sold a marketplace for farm machines in 2019. Answers on Sundays.',
  portfolioPerformance: 'Nineteen cheques since 2019; twelve raised again.',
  stage: ['Angel', 'Pre-Seed'],
  sectors: ['Payments', 'Data'],
  meetingLink: 'https://cal.com/quiroga-example',
  contactHandle: 'https://cal.com/quiroga-example',
  price: 2500,
  isAngel: true,
}

const NADIA = {
  ...LENA,
  fundName: 'Ferrante Workshop',
  partnerName: 'Nadia Ferrante',
  position: 'Angel',
  location: 'Turin, Italy',
  email: 'nadia@ferrante.example',
  investmentTag: 'Hardware',
  fundDescription: 'Small cheques for machines that leave the workshop, and a workshop to build the first one in.',
  investmentThesis: 'Software that can be touched. The prototype decides, not the deck.',
  bio: 'Built coffee roasters for twenty years. Replies with drawings.',
  portfolioPerformance: 'Eight companies since 2021; five ship.',
  stage: ['Angel', 'Seed'],
  sectors: ['Infrastructure', 'Data'],
  meetingLink: 'https://cal.com/ferrante-example',
  contactHandle: 'https://cal.com/ferrante-example',
  price: 3000,
  isAngel: true,
}

/** What the team has decided, and what waits for it. */
export const teamScenes = (cast: Cast): Scene[] => {
  const { admin, others } = cast
  const by = (stage: Stage) => ({ admin, base: stage.base() })

  const applies = (day: number, key: Host, given: object): Scene[] => [
    {
      day,
      play: async (stage) => {
        const application = await applyAsInvestor(stage, others[key], v.parse(ApplyAsInvestor, given), stage.base())
        cast.made.set(key, application.id)
      },
    },
    {
      day: day + 1,
      play: async (stage) => {
        await verifyVc(stage.review, by(stage), madeBy(cast, key), { isVerified: true, version: undefined })
      },
    },
  ]

  return [
    ...applies(-150, 'lena', LENA),
    ...applies(-97, 'mateo', MATEO),
    ...applies(-86, 'nadia', NADIA),
    ...[-90, -81, -73, -66, -52, -44, -36].map((day) => ({
      day,
      play: async (stage: Stage) => {
        const [next] = await listWaiting(stage, 1)
        if (next) await reviewProject(stage.review, by(stage), next.id, { status: 'verified', version: undefined })
      },
    })),
    {
      day: -30,
      play: async (stage) => {
        await reviewProject(stage.review, by(stage), madeBy(cast, 'project'), { status: 'verified', version: undefined })
      },
    },
    {
      day: -20,
      play: async (stage) => {
        for (const { id } of (await listDoubtfulPrices(stage.review)).slice(0, 3))
          await confirmPrice(stage.review, by(stage), id, { price: cents(4900), version: undefined })
      },
    },
    {
      day: -1.4,
      play: async (stage) => {
        const [project] = await listWaiting(stage, 1)
        if (!project) return
        const text = 'The site has been offline for a week, and the deck names a team that says it left.'
        await stage.mutate(others.hugo, 'project.report', { projectId: project.id, reason: 'misleading', text })
      },
    },
    {
      day: -0.6,
      play: async (stage) => {
        const [record] = await findWithoutMailbox(stage)
        if (!record) return
        const given = {
          email: 'office@people.latchkey.example',
          message: 'I left this fund in spring. Please take my profile down.',
        }
        const context = { address: '127.0.0.1', proof: undefined, base: stage.base() }
        await askForProfile(stage.profiles, { id: record.id, kind: 'remove', given, context })
      },
    },
    {
      day: -0.4,
      play: async (stage) => {
        await stage.mutate(others.salma, 'feedback.submit', {
          id: crypto.randomUUID() as TicketId,
          name: 'Salma Haddad',
          email: others.salma.email,
          category: 'feature',
          message: 'Please let me sort my contacts by the city in which we met. I visit them by train.',
          homepage: '',
        })
      },
    },
    {
      day: -0.3,
      play: async (stage) => {
        await stage.mutate(others.mikael, 'support.submit', {
          id: crypto.randomUUID() as TicketId,
          name: 'Mikael Rask',
          email: others.mikael.email,
          subject: 'The contact opens on the phone only',
          category: 'technical',
          message: 'I unlocked a contact on my phone. The laptop shows it as locked, although I am signed in there too.',
          homepage: '',
        })
      },
    },
    {
      day: -4.5,
      play: async (stage) => {
        const { clientSecret } = await startUnlock(stage, others.hugo.principalId, {
          kind: 'vc_unlock',
          vcId: madeBy(cast, 'lena'),
          receiptEmail: others.hugo.email,
        })
        await stage.pay(clientSecret, CARDS.isWarned)
      },
    },
  ]
}

/** A record that names no mailbox: a request about it is decided by the team. */
const findWithoutMailbox = ({ tx }: Stage) =>
  tx
    .select({ id: directoryInvestors.id })
    .from(directoryInvestors)
    .where(and(isNull(directoryInvestors.email), isNull(directoryInvestors.unlistedAt), eq(directoryInvestors.isVerified, false)))
    .orderBy(asc(directoryInvestors.id))
    .limit(1)
