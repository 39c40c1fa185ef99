import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { canonicalEcosystem, ECOSYSTEMS, PROJECT_STAGES, VERTICALS } from '#shared/projects/catalogues.ts'
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
 * The issues that prevent a project from being saved, in the order of the form; empty when there are none. A draft may have any
 * of them, and publishing has a few more requirements: see `shared/publishing/completeness.ts`. Both sides validate, and only the
 * server's result counts.
 */
export function validate(values: ProjectValues): Issue[] {
  const faults: Issue[] = []
  const add = (path: ProjectField, message: string) => faults.push({ path, message })
  if (!cleanLine(values.companyName)) add('companyName', NAME_NEEDED)
  if (!cleanText(values.description)) add('description', DESCRIPTION_NEEDED)
  // The form itself requires an address; only publishing depends on it.
  if (values.email.trim() && !v.is(Email, values.email)) add('email', NO_EMAIL)
  if (values.logoUrl.trim() && !logoAddress(values.logoUrl)) add('logoUrl', NO_LOGO)
  for (const path of links) if (values[path].trim() && !webAddress(values[path])) add(path, NO_ADDRESS)
  if (!isListed(PROJECT_STAGES, values.projectStage)) add('projectStage', NOT_LISTED)
  if (!isListed(ECOSYSTEMS, canonicalEcosystem(values.ecosystem))) add('ecosystem', NOT_LISTED)
  if (!isListed(VERTICALS, values.vertical)) add('vertical', NOT_LISTED)
  return faults
}

const isListed = (catalogue: readonly string[], value: string) => value === '' || catalogue.includes(value)
