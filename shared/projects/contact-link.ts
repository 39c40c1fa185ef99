import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { cleanLine, cut } from '#shared/text.ts'
import type { Project } from './contract.ts'

/** Mail programs truncate longer addresses at arbitrary positions. */
const MAX_NAME_LENGTH = 100

/**
 * The link that opens a mail to a project's founder, or `undefined` when there is no valid address. All founder input is encoded,
 * so that neither address nor name can add a header or a second recipient.
 *
 * @see RFC 6068 §2, §7
 */
export function contactLink({ email, companyName }: Pick<Project, 'email' | 'companyName'>): string | undefined {
  const address = v.safeParse(Email, email)
  if (!address.success) return undefined
  const [local = '', domain = ''] = address.output.split(/@(?=[^@]*$)/)
  const name = cut(cleanLine(companyName ?? ''), MAX_NAME_LENGTH)
  const subject = `Interest in ${name || 'your project'}`
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}?subject=${encodeURIComponent(subject)}`
}
