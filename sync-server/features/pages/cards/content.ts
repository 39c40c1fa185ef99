import type { ColdFund } from '#shared/cold-scout/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { roleOrIndependent } from '#shared/directory/title.ts'
import { formatPrice } from '#shared/money.ts'
import { formatAmount } from '#shared/projects/amount.ts'
import type { Project } from '#shared/projects/contract.ts'
import { projectTitle } from '#shared/projects/title.ts'
import { cleanLine } from '#shared/text.ts'
import { quote } from '#shared/unlocks/quote.ts'
import { LARGE, PICTURE_ID_IN_TEXT, pictureFile } from '#shared/uploads/address.ts'

/** What a social card shows: only data that the record's page shows to every visitor. */
export type CardContent = {
  /** What kind of record it is, above the name. */
  label: string
  isVerified: boolean
  name: string
  /** One sentence or line below the name; may be empty. */
  about: string
  tags: string[]
  /** Roles and masked names of locked people. */
  people: { role: string; maskedName: string }[]
  /** What a visitor gets, and for how much. */
  offer: string
  /** The terms of the offer; may be empty. */
  terms: string
  /** An uploaded picture in the storage. Pictures on other hosts are never fetched; a monogram takes their place. */
  picture: string | undefined
}

export const SITE_CARD: CardContent = {
  label: '',
  isVerified: false,
  name: 'The direct contact of a verified investor',
  about: 'Pay once. No subscription, no middleman.',
  tags: [],
  people: [],
  offer: '',
  terms: '',
  picture: undefined,
}

export function investorCard(investor: Investor): CardContent {
  const { name, isVerified, stages, sectors, imageUrl } = investor
  return {
    label: investor.isVentureCapital ? 'Venture capital' : investor.isAngel ? 'Angel investor' : 'Investor',
    isVerified,
    name: cleanLine(name),
    about: cleanLine(roleOrIndependent(investor)),
    tags: [...stages, ...sectors].map(cleanLine).filter(Boolean),
    people: [],
    offer: offerOf(investor),
    terms: isSold(investor) ? 'Pay once. Get direct contact.' : '',
    picture: uploaded(imageUrl),
  }
}

/** A pause is left out: it ends by the calendar, and a card would show it for longer. */
const isSold = ({ isVerified, isPurchasable, channels }: Investor) => isVerified && isPurchasable && channels?.length !== 0

function offerOf(investor: Investor): string {
  if (isSold(investor)) return `Contact from ${formatPrice(investor.quote)}`
  return investor.isVerified ? 'Price on request' : 'Introduction on request'
}

export function projectCard(project: Project): CardContent {
  const { oneLineDescription, description, projectStage, vertical, ecosystem, amountRaising, roundType } = project
  const raising = amountRaising ? `Raising ${formatAmount(amountRaising)}` : 'On the marketplace'
  return {
    label: 'Startup',
    isVerified: project.status === 'verified',
    name: cleanLine(projectTitle(project)),
    about: cleanLine(oneLineDescription ?? description ?? ''),
    tags: [projectStage, vertical, ecosystem, roundType].map((tag) => cleanLine(tag ?? '')).filter(Boolean),
    people: [],
    offer: raising,
    terms: '',
    picture: uploaded(project.logoUrl),
  }
}

const MAX_PEOPLE = 3

export function fundCard({ fundName, investmentFocus, decisionMakers }: ColdFund): CardContent {
  return {
    label: 'Cold Scout',
    isVerified: false,
    name: cleanLine(fundName),
    about: cleanLine(investmentFocus ?? ''),
    tags: [],
    people: decisionMakers.slice(0, MAX_PEOPLE).map(({ role, maskedName }) => ({ role: cleanLine(role), maskedName })),
    offer: decisionMakers.length > 0 ? `Decision makers from ${formatPrice(quote({ kind: 'decision_maker' }).amount)}` : '',
    terms: '',
    picture: undefined,
  }
}

function uploaded(address: string | null): string | undefined {
  const id = new RegExp(`^${PICTURE_ID_IN_TEXT}`).exec(address ?? '')?.[1]
  return id && pictureFile(id, LARGE)
}
