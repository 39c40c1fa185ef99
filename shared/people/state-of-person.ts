import type { ContactNote } from '#shared/contacts/contract.ts'
import type { FollowUp } from '#shared/contacts/follow-up.ts'
import { type Deal, type DealFields, noDeal } from '#shared/raise/contract.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { type PersonFields, personFields } from './contract.ts'

/** What a user has written about a person in fields, apart from dated entries and photos. */
export type AboutPerson = {
  fields: PersonFields
  note: Pick<ContactNote, 'text' | 'clashes'> | undefined
  followUp: FollowUp | undefined
  deal: Deal | undefined
}

const dealFields = Object.keys(noDeal) as (keyof DealFields)[]

/**
 * Recognises what a user has written about a person: a device and the server have the same value when they hold the same texts.
 * It is the base of a change that applies only while nothing else is stored.
 */
export function stateOfPerson({ fields, note, followUp, deal }: AboutPerson): string {
  const { stage = null, rating = null, metAt = null, dueAt = null, remindByMail = false, tags = [] } = followUp ?? {}
  const content = [
    personFields.map((field) => fields[field]),
    [note?.text ?? '', ...(note?.clashes ?? []).map(({ text }) => text)],
    [stage, rating, metAt, dueAt && Date.parse(dueAt), remindByMail, ...tags],
    dealFields.map((field) => deal?.[field] ?? null),
  ]
  // Postgres stores no NUL.
  return fingerprint(JSON.stringify(content).replaceAll('\\u0000', ''))
}
