import { type ConversationStage, conversationStages } from '#shared/contacts/conversation.ts'
import { isDue } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { type ContactCard, isPersonId } from '#shared/people/contract.ts'
import { type Deal, noDeal } from '#shared/raise/contract.ts'
import { type RaiseTotals, raiseTotals } from '#shared/raise/totals.ts'
import { fold } from '#shared/search/normalise-text.ts'
import { contactText } from '#web/features/contacts/list/contact-search.ts'
import type { OwnWords } from '#web/features/contacts/own-words.ts'
import type { RaiseSearch } from './search-params.ts'

export type RaiseStage = ConversationStage | null

/** A contact in the raise: its conversation and its deal. */
export type RaiseRow = {
  key: VcId
  contact: ContactCard
  stage: RaiseStage
  /** ISO instant. */
  dueAt: string | null
  deal: Omit<Deal, 'id' | 'updatedAt'>
}

export type RaiseColumn = { stage: RaiseStage; rows: RaiseRow[]; totals: RaiseTotals; sum: number }

/** The columns of the board, in order: contacts without a stage come first. */
export const raiseStages: readonly RaiseStage[] = [null, ...conversationStages]

type Sources = { contacts: readonly ContactCard[]; own: OwnWords; deals: ReadonlyMap<VcId, Deal> }

/** @param moved  stages that the user has chosen and that are not stored yet */
export const raiseRows = ({ contacts, own, deals }: Sources, moved: ReadonlyMap<VcId, RaiseStage> = new Map()): RaiseRow[] =>
  contacts
    .map((contact) => {
      const followUp = own.followUps.get(contact.id)
      const chosen = moved.get(contact.id)
      return {
        key: contact.id,
        contact,
        stage: chosen === undefined ? (followUp?.stage ?? null) : chosen,
        dueAt: followUp?.dueAt ?? null,
        deal: deals.get(contact.id) ?? noDeal,
      }
    })
    .sort(byUrgency)

/** Contacts without a date come last. */
const NEVER = '9999'

/** What is due first, then the larger amount, then the name. */
const byUrgency = (a: RaiseRow, b: RaiseRow) =>
  compare(a.dueAt ?? NEVER, b.dueAt ?? NEVER) ||
  (b.deal.amount ?? -1) - (a.deal.amount ?? -1) ||
  compare(a.contact.name, b.contact.name)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The rows that pass every filter. @param now  milliseconds since the Unix epoch */
export function filterRows(rows: readonly RaiseRow[], own: OwnWords, search: RaiseSearch, now: number): RaiseRow[] {
  const { text = '', kind, stage, due } = search
  const terms = fold(text).split(' ').filter(Boolean)
  return rows.filter((row) => {
    if (kind && (kind === 'added') !== isPersonId(row.key)) return false
    if (stage && (stage === 'none' ? null : stage) !== row.stage) return false
    if (due && !isDue(row, now)) return false
    if (terms.length === 0) return true
    const words = `${contactText(row.contact, own)} ${dealText(row.deal)}`
    return terms.every((term) => words.includes(term))
  })
}

/** Folding the texts of all deals takes longer than a keystroke may. */
const dealTexts = new WeakMap<RaiseRow['deal'], string>()

function dealText(deal: RaiseRow['deal']): string {
  const known = dealTexts.get(deal) ?? fold([deal.introducedBy, deal.nextStep, deal.passReason].filter(Boolean).join(' '))
  dealTexts.set(deal, known)
  return known
}

/** The rows by stage; a stage without rows has a column as well. */
export function raiseColumns(rows: readonly RaiseRow[]): RaiseColumn[] {
  const byStage = new Map<RaiseStage, RaiseRow[]>(raiseStages.map((stage) => [stage, []]))
  for (const row of rows) byStage.get(row.stage)?.push(row)
  return raiseStages.map((stage) => {
    const own = byStage.get(stage) ?? []
    return { stage, rows: own, totals: raiseTotals(own), sum: own.reduce((sum, { deal }) => sum + (deal.amount ?? 0), 0) }
  })
}
