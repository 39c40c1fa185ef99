import { conversationLabels, conversationStages } from '#shared/contacts/conversation.ts'
import type { ChangeFollowUp } from '#shared/contacts/follow-up.ts'
import { MAX_RATING } from '#shared/contacts/follow-up.ts'
import { followUpLabels } from '#shared/contacts/follow-up-labels.ts'
import { formatCount } from '#shared/format/count.ts'
import type { EditListing } from '#shared/listings/edit.ts'
import { cents, formatPrice } from '#shared/money.ts'
import { type PersonFields, personFields } from '#shared/people/contract.ts'
import { personLabels } from '#shared/people/labels.ts'
import { projectLabels } from '#shared/projects/field-labels.ts'
import type { ProjectChanges, ProjectField } from '#shared/projects/fields.ts'
import type { DealFields, RoundFields } from '#shared/raise/contract.ts'
import { commitmentLabels, dealLabels, instrumentLabels, type StageLabels } from '#shared/raise/labels.ts'
import { formatDate } from '#web/ui/dates.ts'

/** A field for the screen: a short value with its label, or a long text as it was typed. */
type FieldWords<Value> = (value: Value) => { line: string } | { text: string }
/** One for every field: a missing one does not compile. */
type WordsOf<Change> = { [Field in keyof Change]-?: FieldWords<Exclude<Change[Field], undefined>> }

/** A short value with its label; an empty one is a field that was emptied. */
const labelled =
  (label: string): FieldWords<string | null> =>
  (value) => ({ line: value?.trim() ? `${label} ${value.trim()}` : `${label} removed` })

const typed =
  (label: string): FieldWords<string | null> =>
  (value) =>
    value?.trim() ? { text: value } : { line: `${label} removed` }

const list =
  (label: string): FieldWords<string[]> =>
  (values) => ({ line: values.length > 0 ? `${label} ${values.join(', ')}` : `${label} removed` })

const flag =
  (whenOn: string, whenOff: string): FieldWords<boolean> =>
  (isOn) => ({ line: isOn ? whenOn : whenOff })

/** A switch, with its name in the form. */
const yesOrNo = (label: string) => flag(label, `${label}: no`)

const picture =
  (label: string): FieldWords<string | null> =>
  (url) => ({ line: url ? `New ${label}` : `${label[0]?.toUpperCase()}${label.slice(1)} removed` })

const dollars =
  (label: string): FieldWords<number | null> =>
  (amount) => ({ line: amount === null ? `${label} removed` : `${label} $${formatCount(amount)}` })

const listingWords: WordsOf<EditListing> = {
  price: (price) => ({ line: price === null ? 'Price removed' : `Price ${formatPrice(cents(price))}` }),
  weeklyIntroLimit: (limit) => ({
    line: `${formatCount(limit)} ${limit === 1 ? 'introduction' : 'introductions'} a week`,
  }),
  donateToCharity: flag('Share goes to charity', 'Share no longer goes to charity'),
  charityOfChoice: labelled('Charity'),
  contactType: (way) => ({ line: way === 'telegram' ? 'Contact by Telegram' : 'Contact by meeting link' }),
  meetingLink: labelled('Meeting link'),
  callLink: labelled('Video link'),
  telegramUrl: labelled('Telegram'),
  email: labelled('Email'),
  linkedinUrl: labelled('LinkedIn'),
  twitterUrl: labelled('X profile'),
  websiteUrl: labelled('Website'),
  isWebsitePublic: flag('Website shown publicly', 'Website shown after unlock only'),
  timeZone: (zone) => ({ line: `Time zone ${zone?.replaceAll('_', ' ') ?? 'UTC'}` }),
  stage: list('Stages'),
  sectors: list('Sectors'),
  investmentTag: labelled('Investment tag'),
  investmentThesis: typed('Investment thesis'),
  bio: typed('Bio'),
  fundDescription: typed('Fund description'),
  portfolioPerformance: typed('Portfolio performance'),
  partnerName: labelled('Partner name'),
  fundName: labelled('Fund name'),
  position: labelled('Position'),
  location: labelled('Location'),
  isVentureCapital: flag('Venture capital', 'No venture capital'),
  isAngel: flag('Angel investments', 'No angel investments'),
  logoUrl: picture('photo or logo'),
}

const projectWords: { [Field in ProjectField]: FieldWords<Exclude<ProjectChanges[Field], undefined>> } = {
  companyName: labelled(projectLabels.companyName),
  logoUrl: picture('logo'),
  oneLineDescription: typed(projectLabels.oneLineDescription),
  description: typed(projectLabels.description),
  projectStage: labelled(projectLabels.projectStage),
  tickerLaunched: yesOrNo(projectLabels.tickerLaunched),
  dexScreenerUrl: labelled(projectLabels.dexScreenerUrl),
  pitchDeckUrl: labelled(projectLabels.pitchDeckUrl),
  amountRaising: dollars(projectLabels.amountRaising),
  valuation: dollars(projectLabels.valuation),
  committedAmount: dollars(projectLabels.committedAmount),
  traction: typed(projectLabels.traction),
  ecosystem: labelled(projectLabels.ecosystem),
  vertical: labelled(projectLabels.vertical),
  dataRoomUrl: labelled(projectLabels.dataRoomUrl),
  linkedinUrl: labelled(projectLabels.linkedinUrl),
  twitterUrl: labelled(projectLabels.twitterUrl),
  founderTwitterUrl: labelled(projectLabels.founderTwitterUrl),
  websiteUrl: labelled(projectLabels.websiteUrl),
  revenueGenerating: yesOrNo(projectLabels.revenueGenerating),
  email: labelled(projectLabels.email),
  founderName: labelled(projectLabels.founderName),
  teamSize: (size) => labelled(projectLabels.teamSize)(size == null ? null : formatCount(size)),
  teamRoles: typed(projectLabels.teamRoles),
  location: labelled(projectLabels.location),
  roundType: labelled(projectLabels.roundType),
  idealInvestorType: typed(projectLabels.idealInvestorType),
}

const followUpWords = (stages: StageLabels): WordsOf<Omit<ChangeFollowUp, 'contactId'>> => ({
  stage: (stage) => labelled(followUpLabels.stage)(stage && stages[stage]),
  rating: (rating) => labelled(followUpLabels.rating)(rating === null ? null : `${rating} of ${MAX_RATING}`),
  metAt: labelled(followUpLabels.metAt),
  dueAt: (at) => labelled(followUpLabels.dueAt)(at && formatDate(at)),
  remindByMail: yesOrNo('Email me a reminder'),
})

const personWords = Object.fromEntries(
  personFields.map((field) => [field, labelled(personLabels[field])]),
) as WordsOf<PersonFields>

const amount =
  (label: string): FieldWords<number | null> =>
  (value) =>
    labelled(label)(value === null ? null : formatPrice(cents(value)))

const dealWords: WordsOf<DealFields> = {
  amount: amount(dealLabels.amount),
  instrument: (value) => labelled(dealLabels.instrument)(value && instrumentLabels[value]),
  probability: (value) => labelled(dealLabels.probability)(value === null ? null : `${value} %`),
  commitment: (value) => labelled(dealLabels.commitment)(value && commitmentLabels[value]),
  introducedBy: labelled(dealLabels.introducedBy),
  nextStep: labelled(dealLabels.nextStep),
  passReason: labelled(dealLabels.passReason),
}

const roundWords = {
  name: labelled('Round'),
  target: amount('Target'),
  ...Object.fromEntries(conversationStages.map((stage) => [stage, labelled(`Name of “${conversationLabels[stage]}”:`)])),
} as WordsOf<RoundFields>

export const listingChangeInWords = (change: EditListing) => inWords(change, listingWords)
export const projectChangeInWords = (changes: ProjectChanges) => inWords(changes, projectWords)
export const followUpInWords = (changes: Omit<ChangeFollowUp, 'contactId'>, stages: StageLabels) =>
  inWords(changes, followUpWords(stages))

export const dealInWords = (changes: Partial<DealFields>) => inWords(changes, dealWords)
export const roundInWords = (changes: Partial<RoundFields>) => inWords(changes, roundWords)

export const personInWords = (changes: Partial<PersonFields>) => inWords(changes, personWords)

/** The short values on one line, in the order of the form, then each long text as it was typed. */
function inWords<Change extends object>(change: Change, words: { [Field in keyof Change]-?: FieldWords<never> }): string {
  const fields = (Object.keys(words) as (keyof Change)[]).filter((field) => change[field] !== undefined)
  // Each function is the one of its field; TypeScript cannot see that through the union.
  const parts = fields.map((field) => (words[field] as FieldWords<unknown>)(change[field]))
  const line = parts.flatMap((part) => ('line' in part ? [part.line] : [])).join(' · ')
  const texts = parts.flatMap((part) => ('text' in part ? [part.text] : []))
  return [line, ...texts].filter(Boolean).join('\n\n')
}
