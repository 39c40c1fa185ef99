import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { canonicalEcosystem, ECOSYSTEMS, PROJECT_STAGES, VERTICALS } from '#shared/catalogues.ts'
import { cleanLine, cleanText } from '#shared/text.ts'
import type { ProjectField, ProjectValues } from './fields.ts'
import { logoAddress, webAddress } from './normalise.ts'

export type Issue = { path: ProjectField; message: string }

export const NAME_NEEDED = 'Please provide your company name.'
export const DESCRIPTION_NEEDED = 'Please provide a project description.'
const NO_EMAIL = 'Please enter a valid email address'
const NO_ADDRESS = 'Please enter a web address, such as https://example.com.'
const NO_LOGO = 'Please enter the web address of an image, beginning with https://.'
const NOT_LISTED = 'Please choose from the list.'

const links = [
  'dexScreenerUrl',
  'pitchDeckUrl',
  'dataRoomUrl',
  'linkedinUrl',
  'twitterUrl',
  'founderTwitterUrl',
  'websiteUrl',
] as const satisfies ProjectField[]

/**
 * What keeps a project from being saved, in the order of the form; empty when nothing does. A draft needs none of this,
 * and publishing a little more: see `shared/publishing/completeness.ts`. Both sides ask, and only the server's answer counts.
 */
export function validate(values: ProjectValues): Issue[] {
  const faults: Issue[] = []
  const say = (path: ProjectField, message: string) => faults.push({ path, message })
  if (!cleanLine(values.companyName)) say('companyName', NAME_NEEDED)
  if (!cleanText(values.description)) say('description', DESCRIPTION_NEEDED)
  // The form asks for an address by its own means; only publishing cannot go without one.
  if (values.email.trim() && !v.is(Email, values.email)) say('email', NO_EMAIL)
  if (values.logoUrl.trim() && !logoAddress(values.logoUrl)) say('logoUrl', NO_LOGO)
  for (const path of links) if (values[path].trim() && !webAddress(values[path])) say(path, NO_ADDRESS)
  if (!isListed(PROJECT_STAGES, values.projectStage)) say('projectStage', NOT_LISTED)
  if (!isListed(ECOSYSTEMS, canonicalEcosystem(values.ecosystem))) say('ecosystem', NOT_LISTED)
  if (!isListed(VERTICALS, values.vertical)) say('vertical', NOT_LISTED)
  return faults
}

const isListed = (catalogue: readonly string[], value: string) => value === '' || catalogue.includes(value)
