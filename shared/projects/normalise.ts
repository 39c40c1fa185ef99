import { canonicalEcosystem, ECOSYSTEMS, PROJECT_STAGES, VERTICALS } from '#shared/projects/catalogues.ts'
import { cleanLine, cleanText } from '#shared/text.ts'
import { pictureUrl } from '#shared/uploads/address.ts'
import { safeUrl } from '#shared/url.ts'
import type { ProjectField, ProjectValues } from './fields.ts'

/** A project as it is stored and shown: no empty texts, no invalid addresses, no values outside the catalogues. */
export type TidyProject = {
  [Field in ProjectField]: ProjectValues[Field] extends string ? string | null : ProjectValues[Field]
}

/** The publishable form of the input. A value that cannot be shown is `null`, never an error: a draft may be incomplete. */
export function normalise(values: ProjectValues): TidyProject {
  const line = (text: string) => cleanLine(text) || null
  const lines = (text: string) => cleanText(text) || null
  const url = (text: string) => webAddress(text) ?? null
  return {
    companyName: line(values.companyName),
    logoUrl: logoAddress(values.logoUrl) ?? null,
    oneLineDescription: line(values.oneLineDescription),
    description: lines(values.description),
    projectStage: listed(PROJECT_STAGES, values.projectStage),
    tickerLaunched: values.tickerLaunched,
    dexScreenerUrl: values.tickerLaunched ? url(values.dexScreenerUrl) : null,
    pitchDeckUrl: url(values.pitchDeckUrl),
    amountRaising: values.amountRaising,
    valuation: values.valuation,
    committedAmount: values.committedAmount,
    traction: lines(values.traction),
    ecosystem: listed(ECOSYSTEMS, canonicalEcosystem(values.ecosystem)),
    vertical: listed(VERTICALS, values.vertical),
    dataRoomUrl: url(values.dataRoomUrl),
    linkedinUrl: url(values.linkedinUrl),
    twitterUrl: url(values.twitterUrl),
    founderTwitterUrl: url(values.founderTwitterUrl),
    websiteUrl: url(values.websiteUrl),
    revenueGenerating: values.revenueGenerating,
    email: line(values.email)?.toLowerCase() ?? null,
    founderName: line(values.founderName),
    teamSize: values.teamSize,
    teamRoles: lines(values.teamRoles),
    location: line(values.location),
    roundType: line(values.roundType),
    idealInvestorType: line(values.idealInvestorType),
  }
}

const listed = (catalogue: readonly string[], value: string) => (catalogue.includes(value) ? value : null)

/** The link that a founder typed: `latchkey.example` is equivalent to `https://latchkey.example/`. */
export const webAddress = (typed: string): string | undefined =>
  safeUrl(typed) ?? (/^[^\s:/@]+(\/\S*)?$/.test(typed.trim()) ? safeUrl(`https://${typed.trim()}`) : undefined)

/** A logo is an uploaded picture, or a picture on an https host. */
export const logoAddress = (typed: string): string | undefined => pictureUrl(typed.trim()) ?? pictureUrl(webAddress(typed) ?? '')
