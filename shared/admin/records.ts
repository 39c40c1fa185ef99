import * as v from 'valibot'
import { MAX_PRICE } from '#shared/applications/contract.ts'
import { formatCount } from '#shared/format/count.ts'
import { VcId } from '#shared/ids.ts'
import { parseEmail, parseTelegram } from '#shared/listing-import/field-parsers.ts'
import type { Parsed } from '#shared/listing-import/field-reader.ts'
import { parseLink, parseXProfile } from '#shared/listing-import/links.ts'
import { Cents } from '#shared/money.ts'
import { cleanLine, cleanText } from '#shared/text.ts'
import { Reason } from './customer-decisions.ts'

/** As long as an import allows. */
export const MAX_RECORD_LINE = 200
export const MAX_RECORD_PROSE = 10_000
const MAX_LINK = 2048
const MAX_TERMS = 40
const MAX_LIMIT = 1_000_000

const tooLong = (max: number) => `Please use at most ${formatCount(max)} characters`

const text = (max: number, clean: (typed: string) => string) =>
  v.nullable(
    v.pipe(
      v.string(),
      v.maxLength(max, tooLong(max)),
      v.transform((typed) => clean(typed) || null),
    ),
  )
const line = text(MAX_RECORD_LINE, cleanLine)
const prose = text(MAX_RECORD_PROSE, cleanText)
const parsed = (parse: (value: unknown) => Parsed<string>, message: string) =>
  v.nullable(
    v.pipe(
      v.string(message),
      v.maxLength(MAX_LINK, message),
      v.check((typed) => typed.trim() === '' || parse(typed).value !== undefined, message),
      v.transform((typed) => parse(typed).value ?? null),
    ),
  )
const link = parsed(parseLink, 'Please enter a link such as https://example.com')
const terms = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(60), v.transform(cleanLine), v.minLength(1))),
  v.maxLength(MAX_TERMS),
  v.transform((chosen) => [...new Set(chosen)]),
)

const facts = {
  name: v.pipe(
    v.string('Enter a name.'),
    v.maxLength(MAX_RECORD_LINE, tooLong(MAX_RECORD_LINE)),
    v.transform(cleanLine),
    v.minLength(1, 'Enter a name.'),
  ),
  fund: line,
  title: line,
  location: line,
  investmentThesis: prose,
  bio: prose,
  portfolioPerformance: prose,
  stages: terms,
  sectors: terms,
  /** Cents. Null: the default applies. */
  price: v.nullable(
    v.pipe(
      v.number('Price must be a number'),
      v.integer('Price must be in whole cents'),
      v.minValue(0, 'Price must be at least 0'),
      v.maxValue(MAX_PRICE, 'This price is too high'),
      v.transform((cents) => cents as Cents),
    ),
  ),
  /** Introductions a month. Null: no limit. */
  limit: v.nullable(
    v.pipe(
      v.number('Enter a number.'),
      v.integer('Enter a whole number.'),
      v.minValue(1, 'Enter 1 or more.'),
      v.maxValue(MAX_LIMIT),
    ),
  ),
  donateToCharity: v.boolean(),
  isVentureCapital: v.boolean(),
  isAngel: v.boolean(),
  fundWebsite: link,
  /** The identity was checked, and the investor agreed to the sale of the contact. Only for a record that was created by hand. */
  isVerified: v.boolean(),
}
export type RecordFact = keyof typeof facts
export const RECORD_FACTS = Object.keys(facts) as RecordFact[]

/** What is sold with an unlock. Admins replace it without reading it, and its values are in no log. */
const contact = {
  email: parsed(parseEmail, 'Please enter an email address'),
  telegram: parsed(parseTelegram, 'Please enter a Telegram name such as @name'),
  meetingLink: link,
  linkedinUrl: link,
  twitterUrl: parsed(parseXProfile, 'Please enter an X profile such as @name'),
  website: link,
}
export type RecordContact = keyof typeof contact
export const RECORD_CONTACT = Object.keys(contact) as RecordContact[]

/** Refuses a change without a field. */
const isAnything = <Change extends object>() =>
  v.check<Change, string>((change) => Object.keys(change).length > 0, 'Nothing has changed.')
/** A field that is not one of them is refused. */
const someFacts = v.partial(v.strictObject(facts))
const someContact = v.partial(v.strictObject(contact))
/** The version that the admin saw. */
const decision = { reason: Reason, version: v.number() }

/** `PATCH /api/admin/records/{id}`: public fields. From then on an import leaves them as they are. */
export const EditRecord = v.object({ change: v.pipe(someFacts, isAnything()), ...decision })
export type EditRecord = v.InferOutput<typeof EditRecord>

/** `PATCH /api/admin/records/{id}/contact` */
export const ReplaceRecordContact = v.object({ change: v.pipe(someContact, isAnything()), ...decision })
export type ReplaceRecordContact = v.InferOutput<typeof ReplaceRecordContact>

/** `POST /api/admin/records/{id}/source`: every field is again as the source has it, and follows it. */
export const FollowSource = v.object(decision)
export type FollowSource = v.InferOutput<typeof FollowSource>

/** `POST /api/admin/records/{id}/listed`: takes a record that was created by hand off the directory, and puts it back. */
export const SetListed = v.object({ isListed: v.boolean(), ...decision })
export type SetListed = v.InferOutput<typeof SetListed>

/** The fields of a new record in one form. */
export const NewRecord = v.strictObject({ ...someFacts.entries, name: facts.name, ...someContact.entries })
export type NewRecord = v.InferOutput<typeof NewRecord>

/** `POST /api/admin/records`: an investor without an account, created by hand. */
export const CreateRecord = v.object({
  facts: v.strictObject({ ...someFacts.entries, name: facts.name }),
  contact: someContact,
  reason: Reason,
  /** The admin has seen that a similar record exists. */
  isAnother: v.boolean(),
})
export type CreateRecord = v.InferOutput<typeof CreateRecord>

/** `GET /api/admin/records/{id}`: a record without its contact details. */
export const AdminRecord = v.object({
  id: VcId,
  version: v.number(),
  facts: v.object({
    ...{ name: v.string(), fund: v.nullable(v.string()), title: v.nullable(v.string()), location: v.nullable(v.string()) },
    ...{ investmentThesis: v.nullable(v.string()), bio: v.nullable(v.string()) },
    ...{ portfolioPerformance: v.nullable(v.string()), stages: v.array(v.string()), sectors: v.array(v.string()) },
    ...{ price: v.nullable(Cents), limit: v.nullable(v.number()), donateToCharity: v.boolean() },
    ...{ isVentureCapital: v.boolean(), isAngel: v.boolean(), fundWebsite: v.nullable(v.string()), isVerified: v.boolean() },
  }),
  /** The contact fields that have a value. */
  given: v.array(v.picklist(RECORD_CONTACT)),
  /** Fields that an admin has edited: an import leaves them as they are. */
  edited: v.array(v.string()),
  /** Created by hand: no source has it, and no import changes or unlists it. */
  isManual: v.boolean(),
  isListed: v.boolean(),
  /** The listing of the investor's account that is shown in place of it. */
  replacedBy: v.nullable(VcId),
  /** The record of the same person that stays: this one was merged into it. */
  mergedInto: v.nullable(VcId),
})
export type AdminRecord = v.InferOutput<typeof AdminRecord>
