import { fold } from '#shared/search/normalise-text.ts'
import type { ImportedRecord } from './normalise-record.ts'

/** Fields that records of different people may share. A new field of a record is one of these, or has a key below. */
type NotUnique =
  | ('id' | 'name' | 'fund' | 'title' | 'isVerified' | 'isVentureCapital' | 'isAngel' | 'stages' | 'sectors')
  | ('investmentThesis' | 'bio' | 'portfolioPerformance' | 'location' | 'imageUrl' | 'fundWebsite' | 'website')
  | ('price' | 'priceRaw' | 'limit' | 'donateToCharity' | 'flags' | 'raw' | 'sourceCreatedAt')
  | ('meetingLink' | 'twitterUrl' | 'hasAgreed')

type Identifying = Exclude<keyof ImportedRecord, NotUnique>

/** What identifies a person in any record. */
export type Recognisable = { id: string } & Pick<ImportedRecord, 'name' | Identifying>

const keyOf: { [Field in Identifying]: (value: string, name: string) => string } = {
  email: (email, name) => `email:${email.toLowerCase()}:${fold(name)}`,
  telegram: (telegram) => `telegram:${telegram.toLowerCase()}`,
  linkedinUrl: (url) => `linkedin:${url.toLowerCase().replace(/\/+$/, '')}`,
}

/**
 * Keys that identify one person in any record: its id, and data that is unique to the person. An address only counts together
 * with the name, because partners of one fund may share it.
 */
export function suppressionKeys(person: Recognisable): string[] {
  const keys = [`id:${person.id}`]
  for (const field of Object.keys(keyOf) as Identifying[]) {
    const value = person[field]
    if (value) keys.push(keyOf[field](value, person.name))
  }
  return keys
}
