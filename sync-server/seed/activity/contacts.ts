import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { decisionMakers, directoryInvestors, projects } from '#drizzle/schema/index.ts'
import { answerIntro } from '#server/features/admin/intros.ts'
import { startDecisionMaker } from '#server/features/cold-scout/service.ts'
import { holdsAny } from '#server/features/contacts/holds-any.ts'
import { addPhoto } from '#server/features/contacts/photos/service.ts'
import { replyToTicket } from '#server/features/help/admin.ts'
import { approveRefund } from '#server/features/refunds/decide.ts'
import { askRefund } from '#server/features/refunds/service.ts'
import { requestInvestor } from '#server/features/unlocks/requests.ts'
import { startUnlock } from '#server/features/unlocks/service.ts'
import type { Account } from '#server/http/session.ts'
import type { ConversationStage } from '#shared/contacts/conversation.ts'
import type { EntryId } from '#shared/contacts/entry.ts'
import type { OrderId, TicketId, VcId } from '#shared/ids.ts'
import type { PersonFields, PersonId } from '#shared/people/contract.ts'
import type { PhotoId } from '#shared/photos/contract.ts'
import type { SearchId } from '#shared/searches/contract.ts'
import type { TemplateId } from '#shared/templates/contract.ts'
import { type Cast, madeBy } from './people.ts'
import type { Scene, Stage } from './stage.ts'

type Bought = {
  day: number
  stage: ConversationStage
  note: string
  /** When to write again, in days from the start: one is overdue, one is due now, others are ahead. */
  dueIn?: number
  rating?: number
  metAt?: string
  tags?: string[]
  said?: Said[]
}

/** What was said, and when, in days from the start. */
type Said = { day: number; text: string }

const contacts: Bought[] = [
  {
    day: -92,
    stage: 'invested',
    note: 'First cheque, 50k. Asks for the metrics on the first Monday of each month. Prefers a page to a call.',
    rating: 5,
    metAt: 'Berlin, the basement hall of the payments meetup',
    tags: ['Payments'],
    dueIn: 9,
  },
  {
    day: -64,
    stage: 'in-talks',
    note: 'Sent the data room. Open question: what happens when a bakery closes with an open balance? Answer with the reserve table.',
    rating: 4,
    tags: ['Lead', 'Payments'],
    dueIn: -2,
  },
  {
    day: -47,
    stage: 'passed',
    note: 'Too early for them. Said so within a day, and named two others. Write again after the seed.',
    rating: 4,
  },
  {
    day: -31,
    stage: 'meeting',
    note: 'Met at the harbour breakfast. Knows the bakers’ guild. Bring the one-page flow, not the deck.',
    metAt: 'Hamburg, harbour breakfast',
    tags: ['Guild', 'Warm intro'],
    dueIn: -0.1,
    said: [
      { day: -29, text: 'Coffee after the breakfast. Would lead with 150k if the guild signs.' },
      { day: -6, text: 'Asked for the letter of the guild. Sent.' },
    ],
  },
  { day: -15, stage: 'replied', note: 'Replied from a train: likes the guild angle, asks for churn by month.', dueIn: 3 },
  { day: -8, stage: 'written', note: 'Wrote on Tuesday with the guild letter attached.' },
  { day: -2.6, stage: 'to-write', note: '' },
]

/** The contact of this day was not answered at all: its price is asked back, and returned. */
const RETURNED = { day: -26, asked: -23, decided: -22 }

const INTRO =
  'We settle invoices between 140 bakeries and their mills. You wrote that settlement is a habit, and we have the habit.'

/** Investors of the external listing whose contact is sold, in a fixed order. */
const listSold = ({ tx }: Stage, isVerified: boolean, limit: number) =>
  tx
    .select({ id: directoryInvestors.id })
    .from(directoryInvestors)
    .where(
      and(
        eq(directoryInvestors.isVerified, isVerified),
        isNull(directoryInvestors.unlistedAt),
        isVerified ? and(isNotNull(directoryInvestors.consentedAt), isNotNull(directoryInvestors.email)) : undefined,
        isVerified ? isNotNull(directoryInvestors.imageUrl) : undefined,
      ),
    )
    .orderBy(asc(directoryInvestors.id))
    .limit(limit)

export async function unlock(stage: Stage, { founder }: Cast, vcId: VcId): Promise<OrderId> {
  await requestInvestor(stage.tx, founder.principalId, { vcId, requestType: 'unlock' }, stage.now())
  const { clientSecret } = await startUnlock(stage, founder.principalId, { kind: 'vc_unlock', vcId, receiptEmail: founder.email })
  return stage.pay(clientSecret)
}

const nth = async (stage: Stage, place: number, isVerified = true): Promise<VcId> => {
  const found = (await listSold(stage, isVerified, place + 1))[place]
  if (!found) throw new Error(`The sample has no ${place + 1} investors to choose from`)
  return found.id
}

const buy = (cast: Cast, bought: Bought, place: number) => async (stage: Stage) => {
  const contactId = await nth(stage, place)
  cast.made.set(`contact ${place}`, await unlock(stage, cast, contactId))
  if (bought.note) await stage.mutate(cast.founder, 'contact.note', { contactId, text: bought.note })
  await tell(stage, cast.founder, contactId, bought.said ?? [])
  if (bought.tags) await stage.mutate(cast.founder, 'contact.tag', { contactId, add: bought.tags })
  await stage.mutate(cast.founder, 'contact.follow-up', {
    contactId,
    stage: bought.stage,
    ...(bought.rating !== undefined && { rating: bought.rating }),
    ...(bought.metAt !== undefined && { metAt: bought.metAt }),
    ...(bought.dueIn !== undefined && { dueAt: stage.at(bought.dueIn).toISOString(), remindByMail: true }),
  })
}

type Met = {
  day: number
  person: Partial<PersonFields> & { name: string }
  metAt: string
  note: string
  said?: Said[]
  hasPhoto?: boolean
  stage?: ConversationStage
  dueIn?: number
}

/** People whom the founder met and added: not investors of the directory. */
const met: Met[] = [
  {
    day: -33,
    person: {
      name: 'Liv Aalto',
      organisation: 'Mill & Crumb Guild',
      role: 'Chair',
      email: 'liv@mill-and-crumb.example',
      location: 'Hamburg',
    },
    metAt: 'Hamburg, harbour breakfast',
    note: 'Speaks for 60 bakeries. Wants to see one month of settlements before she recommends it.',
    said: [
      {
        day: -33,
        text: 'Harbour breakfast: the guild pays for a pilot if two mills join. She names Ostmühle and the one in Lübeck.',
      },
      {
        day: -19,
        text: 'Call. Asks who holds the money between the mill and the bakery. Sent the page on the settlement account.',
      },
      { day: -4, text: 'Ostmühle is in. Pilot from January, eight bakeries, weekly settlement.\nShe wants the report on paper.' },
    ],
    stage: 'meeting',
    dueIn: 1,
  },
  {
    day: -12,
    person: {
      name: 'Tomas Reyes',
      organisation: 'Ledger Line',
      role: 'Angel',
      telegram: '@tomas_reyes',
      phone: '+34 600 000 000',
    },
    metAt: 'Token2049, the stairs of hall B',
    note: 'Two small cheques a year, decides alone. Send him the deck with the reserve table.',
    stage: 'written',
    dueIn: 4,
  },
  {
    day: -12,
    person: { name: 'Mina Okoro', organisation: 'Harbour Light', linkedinUrl: 'https://www.linkedin.com/in/mina-okoro-example' },
    metAt: 'Token2049, the stairs of hall B',
    note: '',
    hasPhoto: true,
    stage: 'to-write',
  },
]

async function tell(stage: Stage, founder: Account, contactId: VcId, said: readonly Said[]) {
  for (const { day, text } of said) {
    const id = `ent_${crypto.randomUUID()}` as EntryId
    await stage.mutate(founder, 'entry.write', { id, contactId, text, writtenOn: stage.at(day).toISOString() })
  }
}

/** A photo of the card that the person gave, drawn for the sample. */
async function photograph(stage: Stage, founder: Account, contactId: VcId) {
  const file = Bun.file(new URL('../data/photo-of-card.webp', import.meta.url))
  const id = `pho_${crypto.randomUUID()}` as PhotoId
  const takenAt = stage.now().toISOString()
  await addPhoto(stage, founder, { id, contactId, takenAt, file, block: 'sample' }, holdsAny)
}

const meet =
  ({ founder }: Cast, { person, metAt, note, said = [], hasPhoto = false, stage, dueIn }: Met) =>
  async (scene: Stage) => {
    const id = `psn_${crypto.randomUUID()}` as PersonId
    await scene.mutate(founder, 'person.write', { id, ...person }, { base: {} })
    await scene.mutate(founder, 'contact.follow-up', {
      contactId: id,
      metAt,
      ...(stage && { stage }),
      ...(dueIn !== undefined && { dueAt: scene.at(dueIn).toISOString() }),
    })
    if (note) await scene.mutate(founder, 'contact.note', { contactId: id, text: note })
    await tell(scene, founder, id, said)
    if (hasPhoto) await photograph(scene, founder, id)
  }

const TEMPLATE = `Dear {first name},

{project}: {one line}. We are raising {raising}.

I write to you because of what {fund} backs. May I send you two pages?

{me}`

const savedSearches = [
  { name: 'Seed, payments', filters: 'stage=Seed&sector=Payments&sort=fit', seenUpTo: '2025-06-01T08:00:00.000Z' },
  { name: 'Angels in Berlin', filters: 'type=angel&location=Berlin' },
]

/** What the sample's founder has bought, saved, asked for and written. */
export const contactScenes = (cast: Cast): Scene[] => {
  const { founder, admin } = cast
  const last = contacts.length - 1
  const by = (stage: Stage) => ({ admin, base: stage.base() })
  const ticket = crypto.randomUUID() as TicketId
  return [
    ...contacts.map((bought, place) => ({ day: bought.day, play: buy(cast, bought, place) })),
    ...met.map((person) => ({ day: person.day, play: meet(cast, person) })),
    {
      day: RETURNED.day,
      play: async (stage) => {
        cast.made.set('returned', await unlock(stage, cast, await nth(stage, contacts.length)))
      },
    },
    {
      day: RETURNED.asked,
      play: async (stage) => {
        const asked = {
          orderId: madeBy<OrderId>(cast, 'returned'),
          reason: 'Two mails and one message, and no answer to any of them.',
        }
        cast.made.set('refund', (await askRefund(stage, { principalId: founder.principalId }, asked)).id)
      },
    },
    {
      day: RETURNED.decided,
      play: async (stage) => {
        await approveRefund(stage.review, admin, madeBy(cast, 'refund'), {
          note: 'Sorry for the silence. The money is on its way.',
        })
      },
    },
    {
      day: -0.7,
      play: async (stage) => {
        const reason = 'The address bounces, and the message on Telegram was not read.'
        await askRefund(stage, { principalId: founder.principalId }, { orderId: madeBy(cast, `contact ${last}`), reason })
      },
    },
    {
      day: -19,
      play: async (stage) => {
        const [person] = await stage.tx.select().from(decisionMakers).orderBy(asc(decisionMakers.id)).limit(1)
        if (!person) throw new Error('The sample has no decision makers')
        const purchase = { decisionMakerId: person.id, email: founder.email }
        const { clientSecret } = await startDecisionMaker(stage, founder.principalId, purchase)
        await stage.pay(clientSecret)
      },
    },
    ...[10, 11, 12, 13].map((place, turn) => ({
      day: -30 + turn * 6,
      play: async (stage: Stage) => {
        await stage.mutate(founder, 'investor.save', { vcId: await nth(stage, place), isSaved: true })
      },
    })),
    {
      day: -28,
      play: async (stage) => {
        const id = `tpl_${crypto.randomUUID()}` as TemplateId
        await stage.mutate(founder, 'template.write', { id, text: TEMPLATE }, { base: { text: '', steps: [] } })
      },
    },
    ...savedSearches.map((search, turn) => ({
      day: -29 + turn * 3,
      play: async (stage: Stage) => {
        const id = `sch_${crypto.randomUUID()}` as SearchId
        await stage.mutate(founder, 'search.write', { id, ...search }, { base: {} })
      },
    })),
    {
      day: -11,
      play: async (stage) => {
        const liked = await stage.tx
          .select({ id: projects.id })
          .from(projects)
          .where(and(eq(projects.status, 'verified'), isNull(projects.userId)))
          .orderBy(asc(projects.id))
          .limit(4)
        for (const { id } of liked) await stage.mutate(founder, 'vote.cast', { projectId: id, isCast: true })
      },
    },
    {
      day: -13,
      play: async (stage) => {
        const vcId = await nth(stage, 4, false)
        cast.made.set(
          'intro',
          await requestInvestor(stage.tx, founder.principalId, { vcId, requestType: 'intro', message: INTRO }, stage.now()),
        )
      },
    },
    {
      day: -12,
      play: async (stage) => {
        const answer = { answer: 'forwarded' as const, note: 'Sent on with your two lines. They usually answer within a week.' }
        await answerIntro(stage.review, by(stage), madeBy(cast, 'intro'), { ...answer, version: undefined })
      },
    },
    {
      day: -1.5,
      play: async (stage) => {
        await stage.mutate(founder, 'intro.request', { vcId: await nth(stage, 7, false), message: INTRO })
      },
    },
    {
      day: -7.2,
      play: async (stage) => {
        await stage.mutate(founder, 'support.submit', {
          id: ticket,
          name: 'Noa Lindgren',
          email: founder.email,
          subject: 'A receipt with our VAT number',
          category: 'billing',
          message: 'Our accountant needs the VAT number on the receipt of the first unlock. Can it be added after the fact?',
          homepage: '',
        })
      },
    },
    {
      day: -11.4,
      play: async (stage) => {
        await stage.mutate(founder, 'feedback.submit', {
          id: crypto.randomUUID() as TicketId,
          name: 'Noa Lindgren',
          email: founder.email,
          category: 'feature',
          message: 'A filter for investors who lead rounds would save me an evening.',
          homepage: '',
        })
      },
    },
    {
      day: -6.8,
      play: async (stage) => {
        const text = 'Yes. The number is on each receipt now: open it from the history and print it again.'
        await replyToTicket(stage, { id: ticket, given: { text, close: false, version: undefined }, ...by(stage) })
      },
    },
  ]
}
