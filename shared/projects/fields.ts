import * as v from 'valibot'
import { formatCount } from '#shared/format/count.ts'
import { canonicalEcosystem } from '#shared/projects/catalogues.ts'
import { MAX_URL_LENGTH } from '#shared/url.ts'

/** Amounts are whole US dollars; the limit is above any funding round. */
export const MAX_DOLLARS = 999_999_999_999

/** Text of a draft: unchanged, except for characters that the database cannot store (NUL, unpaired surrogates). */
export const removeUnstorable = (typed: string | null) => (typed ?? '').replace(/\p{Cs}/gu, '').replaceAll('\0', '')

/** Maximum number of characters that cannot be stored, beyond the length of the text. */
const MAX_UNSTORABLE = 1000

const text = (max: number, clean = (typed: string) => typed) => {
  const tooLong = `Please use at most ${formatCount(max)} characters`
  return v.optional(
    v.pipe(
      v.nullable(v.string()),
      // The cost of cleaning grows with the length of the input.
      v.check((typed) => (typed?.length ?? 0) <= max + MAX_UNSTORABLE, tooLong),
      v.transform((typed) => clean(removeUnstorable(typed))),
      v.maxLength(max, tooLong),
    ),
  )
}

/** Digits of the input, as the specification parses amounts: `$1,500` is 1500, and empty input is `null`. */
export function parseDigits(typed: string): number | null {
  const digits = typed.replace(/\D/g, '')
  return digits === '' ? null : Number(digits)
}

const whole = (max: number, message: string) =>
  v.optional(
    v.pipe(
      v.nullable(v.union([v.string(), v.number()])),
      v.transform((input) => (typeof input === 'string' ? parseDigits(input) : input)),
      v.nullable(v.pipe(v.number(), v.integer(message), v.minValue(0, message), v.maxValue(max, message))),
    ),
  )

const dollars = () => whole(MAX_DOLLARS, 'Please enter whole US dollars, at most 999,999,999,999.')
const flag = () => v.optional(v.boolean())
const url = () => text(MAX_URL_LENGTH)

/** Maximum length of each text. */
export const MAX_LENGTH = {
  companyName: 120,
  oneLineDescription: 200,
  description: 5000,
  traction: 5000,
  founderName: 120,
  teamRoles: 1000,
  location: 120,
  roundType: 80,
  idealInvestorType: 300,
  email: 254,
} as const

/**
 * The fields of a project that a founder edits; an absent field is unchanged. All other fields (owner, votes, status,
 * publication) are set by the server.
 */
export const ProjectChanges = v.object({
  companyName: text(MAX_LENGTH.companyName),
  logoUrl: url(),
  oneLineDescription: text(MAX_LENGTH.oneLineDescription),
  description: text(MAX_LENGTH.description),
  projectStage: text(40),
  tickerLaunched: flag(),
  dexScreenerUrl: url(),
  pitchDeckUrl: url(),
  amountRaising: dollars(),
  valuation: dollars(),
  committedAmount: dollars(),
  traction: text(MAX_LENGTH.traction),
  /** Stored in its canonical spelling, so that all copies of a draft have the same. */
  ecosystem: text(40, canonicalEcosystem),
  vertical: text(40),
  dataRoomUrl: url(),
  linkedinUrl: url(),
  twitterUrl: url(),
  founderTwitterUrl: url(),
  websiteUrl: url(),
  revenueGenerating: flag(),
  email: text(MAX_LENGTH.email),
  founderName: text(MAX_LENGTH.founderName),
  teamSize: whole(1_000_000, 'Please enter the number of people.'),
  teamRoles: text(MAX_LENGTH.teamRoles),
  location: text(MAX_LENGTH.location),
  roundType: text(MAX_LENGTH.roundType),
  idealInvestorType: text(MAX_LENGTH.idealInvestorType),
})
export type ProjectChanges = v.InferOutput<typeof ProjectChanges>

export type ProjectField = keyof ProjectChanges
export type ProjectValues = { [Field in ProjectField]-?: Exclude<ProjectChanges[Field], undefined> }

/** The values of an empty project. */
export const blankValues: ProjectValues = {
  companyName: '',
  logoUrl: '',
  oneLineDescription: '',
  description: '',
  projectStage: '',
  tickerLaunched: false,
  dexScreenerUrl: '',
  pitchDeckUrl: '',
  amountRaising: null,
  valuation: null,
  committedAmount: null,
  traction: '',
  ecosystem: '',
  vertical: '',
  dataRoomUrl: '',
  linkedinUrl: '',
  twitterUrl: '',
  founderTwitterUrl: '',
  websiteUrl: '',
  revenueGenerating: false,
  email: '',
  founderName: '',
  teamSize: null,
  teamRoles: '',
  location: '',
  roundType: '',
  idealInvestorType: '',
}

export const projectFieldNames = Object.keys(blankValues) as ProjectField[]
