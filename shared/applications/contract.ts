import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { TimeZone } from '#shared/bookings/time-zone.ts'
import { SECTORS, STAGES } from '#shared/catalogues.ts'
import { formatCount } from '#shared/format/count.ts'
import { VcId } from '#shared/ids.ts'
import { parseLink, parseXProfile } from '#shared/listing-import/links.ts'
import type { Cents } from '#shared/money.ts'
import { cleanLine, cleanText } from '#shared/text.ts'
import { pictureUrl } from '#shared/uploads/address.ts'
import { telegramUrl } from '#shared/url.ts'

/** Maximum number of characters, also the `maxlength` of the form fields. */
export const MAX_LINE = 120
export const MAX_PROSE = 4000

/** Above any listed price of the sample data, and exactly representable in every column. */
export const MAX_PRICE = 1_000_000_000_000
const MAX_WEEKLY = 1000
export const DEFAULT_WEEKLY_LIMIT = 5

const tooLong = (max: number) => `Please use at most ${formatCount(max)} characters`

const text = (max: number, clean: (typed: string) => string, message: string) =>
  v.pipe(v.string(message), v.maxLength(max, tooLong(max)), v.transform(clean), v.minLength(1, message))
const line = (message: string) => text(MAX_LINE, cleanLine, message)
const prose = (message: string) => text(MAX_PROSE, cleanText, message)

/** An optional field: absent, null and blank all count as not given. */
const optional = <Output>(read: (typed: string) => Output | undefined, message: string) =>
  v.pipe(
    v.nullish(v.pipe(v.string(message), v.maxLength(2048, message)), null),
    v.transform((typed) => (typed ?? '').trim()),
    v.check((typed) => typed === '' || read(typed) !== undefined, message),
    v.transform((typed) => read(typed) ?? null),
  )

const choice = <const Choices extends readonly [string, ...string[]]>(choices: Choices, message: string) =>
  v.pipe(
    v.array(v.picklist(choices, message), message),
    v.minLength(1, message),
    // Each value once, in the order of the list.
    v.transform((chosen) => choices.filter((known) => chosen.includes(known))),
  )

const LINK = 'Please enter a link such as https://example.com'

/**
 * The fields that investors describe themselves with: in the application, and in later changes of the listing. The messages are
 * those of the specification where it has one.
 */
export const listingFields = {
  fundName: line('Fund name is required'),
  partnerName: line('Partner name is required'),
  position: line('Position is required'),
  location: line('Location is required'),
  email: Email,
  investmentTag: line('Investment tag is required'),
  fundDescription: prose('Fund description is required'),
  investmentThesis: prose('Investment thesis is required'),
  bio: prose('Bio is required'),
  portfolioPerformance: prose('Portfolio performance is required'),
  stage: choice(STAGES, 'Please select at least one investment stage'),
  sectors: choice(SECTORS, 'Please select at least one sector'),
  telegramUrl: optional(telegramUrl, 'Please enter a Telegram name such as @name'),
  linkedinUrl: optional((typed) => parseLink(typed).value, LINK),
  twitterUrl: optional((typed) => parseXProfile(typed).value, 'Please enter an X profile such as @name'),
  websiteUrl: optional((typed) => parseLink(typed).value, LINK),
  isWebsitePublic: v.optional(v.boolean(), false),
  logoUrl: optional(pictureUrl, 'This is not a picture.'),
  /** Cents. Null is "never set", and then the default applies; 0 is a valid price. */
  price: v.nullish(
    v.pipe(
      v.number('Price must be a number'),
      v.minValue(0, 'Price must be at least 0'),
      v.integer('Price must be in whole cents'),
      v.maxValue(MAX_PRICE, 'This price is too high'),
      v.transform((price) => price as Cents),
    ),
    null,
  ),
  weeklyIntroLimit: v.optional(
    v.pipe(
      v.number('Weekly intro limit must be a number'),
      v.minValue(1, 'Weekly intro limit must be at least 1'),
      v.integer('Weekly intro limit must be a whole number'),
      v.maxValue(MAX_WEEKLY, `Weekly intro limit must be at most ${MAX_WEEKLY}`),
    ),
    DEFAULT_WEEKLY_LIMIT,
  ),
  donateToCharity: v.optional(v.boolean(), false),
  charityOfChoice: optional((typed) => cleanLine(typed).slice(0, MAX_LINE) || undefined, 'Please enter the name of the charity'),
  isVentureCapital: v.optional(v.boolean(), false),
  isAngel: v.optional(v.boolean(), false),
}

/** A meeting link that may be absent. @param message  of a value that is no text */
export const meetingLink = (message: string) =>
  v.pipe(
    v.nullish(v.pipe(v.string(message), v.maxLength(2048, LINK)), null),
    v.transform((typed) => cleanLine(typed ?? '').trim()),
    v.check((typed) => typed === '' || parseLink(typed).value !== undefined, LINK),
    v.transform((typed) => parseLink(typed).value ?? null),
  )

/** The portfolio of an investor who may have none. */
export const optionalPortfolio = v.pipe(
  v.nullish(
    v.pipe(v.string('Portfolio performance is required'), v.maxLength(MAX_PROSE, tooLong(MAX_PROSE)), v.transform(cleanText)),
    null,
  ),
  v.transform((typed) => typed || null),
)

/** Investors of their own money only: they may have neither a scheduler nor a portfolio to report on. */
export const isAngelOnly = ({ isAngel, isVentureCapital }: { isAngel: boolean; isVentureCapital: boolean }) =>
  isAngel && !isVentureCapital

/** `POST /api/vcs`. All other fields (owner, flags, review, contact type and handle) are ignored. */
export const ApplyAsInvestor = v.pipe(
  v.object({
    ...listingFields,
    meetingLink: meetingLink('Meeting link is required'),
    portfolioPerformance: optionalPortfolio,
    /** Of the applicant's browser. One that the server does not know is no reason to refuse an application. */
    timeZone: v.fallback(v.optional(TimeZone), undefined),
  }),
  v.forward(
    v.partialCheck(
      [['meetingLink'], ['isAngel'], ['isVentureCapital']],
      (given) => given.meetingLink !== null || isAngelOnly(given),
      'Meeting link is required',
    ),
    ['meetingLink'],
  ),
  v.forward(
    v.partialCheck(
      [['portfolioPerformance'], ['isAngel'], ['isVentureCapital']],
      (given) => given.portfolioPerformance !== null || isAngelOnly(given),
      'Portfolio performance is required',
    ),
    ['portfolioPerformance'],
  ),
)
export type ApplyAsInvestor = v.InferOutput<typeof ApplyAsInvestor>

export const ReviewStatus = v.picklist(['pending', 'approved', 'rejected', 'revoked'])
export type ReviewStatus = v.InferOutput<typeof ReviewStatus>

/** The applicant's own view of the application. */
export const Application = v.object({
  id: VcId,
  fundName: v.string(),
  partnerName: v.string(),
  isVerified: v.boolean(),
  reviewStatus: ReviewStatus,
})
export type Application = v.InferOutput<typeof Application>
