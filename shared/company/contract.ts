import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { cleanLine, cleanText } from '#shared/text.ts'

/** Lengths in characters. */
const MAX_LINE = 200
const MAX_ADDRESS = 400
const MAX_ADDRESS_LINES = 6

const Line = v.pipe(v.string(), v.maxLength(MAX_LINE, 'Please use at most 200 characters.'), v.transform(cleanLine))

const isShort = (text: string) => text.split('\n').length <= MAX_ADDRESS_LINES
const asLines = (text: string) => text.split('\n').map(cleanLine).filter(Boolean).join('\n')

const Address = v.pipe(
  v.string(),
  v.maxLength(MAX_ADDRESS, 'Please use at most 400 characters.'),
  v.transform((typed) => asLines(cleanText(typed))),
  v.check(isShort, 'Please use at most 6 lines.'),
)

/** Upper case, without spaces, dots and hyphens. */
const compact = (typed: string) => typed.replace(/[\s.-]/g, '').toUpperCase()

/** Two letters of the country, then 2 to 13 letters and digits. Whether the number is registered is not checked. */
const VAT_ID = /^(?:[A-Z]{2}[A-Z0-9]{2,13})?$/

const VatId = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform(compact),
  v.regex(VAT_ID, 'Please start with the letters of the country, as in GB123456789.'),
)

/** The company that operates this installation. A part that is not set is empty. Every part is public. */
export const Company = v.object({
  legalName: Line,
  /** Of its seat, one line per line. */
  address: Address,
  /** The register and the number in it. */
  registration: Line,
  vatId: VatId,
  supportEmail: v.union([v.pipe(v.string(), v.trim(), v.literal('')), Email], 'Please enter a valid email address'),
  /** Responsible for the content of the pages. */
  responsiblePerson: Line,
  /** The postal address in mails; that of the seat where it is empty. */
  mailAddress: Address,
})
export type Company = v.InferOutput<typeof Company>
export type CompanyField = keyof Company

export const NO_COMPANY: Company = {
  legalName: '',
  address: '',
  registration: '',
  vatId: '',
  supportEmail: '',
  responsiblePerson: '',
  mailAddress: '',
}

export const COMPANY_FIELDS = Object.keys(NO_COMPANY) as CompanyField[]

const text = v.string()

/** As it is answered. The rules of a change are left out: a later release may tighten them, and stored data are still read. */
export const StoredCompany = v.object({
  ...{ legalName: text, address: text, registration: text, vatId: text, supportEmail: text },
  ...{ responsiblePerson: text, mailAddress: text },
})

/** `GET /api/admin/company`, and the answer to a change. */
export const AdminCompany = v.object({ ...StoredCompany.entries, version: v.number() })
export type AdminCompany = v.InferOutput<typeof AdminCompany>

/** `PATCH /api/admin/company`: all parts, and the version that the owner saw. */
export const ChangeCompany = v.object({ ...Company.entries, version: v.number() })
export type ChangeCompany = v.InferOutput<typeof ChangeCompany>
