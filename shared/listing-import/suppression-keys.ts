import { fold } from '#shared/search/normalise-text.ts'
import type { ImportedRecord } from './normalise-record.ts'

/**
 * Keys that identify one person in any record: its id, and data that is unique to the person. An address only counts together
 * with the name, because partners of one fund may share it.
 */
export function suppressionKeys({
  id,
  name,
  email,
  telegram,
  linkedinUrl,
}: { id: string } & Pick<ImportedRecord, 'name' | 'email' | 'telegram' | 'linkedinUrl'>) {
  const keys = [`id:${id}`]
  if (email) keys.push(`email:${email.toLowerCase()}:${fold(name)}`)
  if (telegram) keys.push(`telegram:${telegram.toLowerCase()}`)
  if (linkedinUrl) keys.push(`linkedin:${linkedinUrl.toLowerCase().replace(/\/+$/, '')}`)
  return keys
}
