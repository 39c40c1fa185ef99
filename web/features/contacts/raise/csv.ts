import Papa from 'papaparse'
import { dealLabels, instrumentLabels, type StageLabels } from '#shared/raise/labels.ts'
import { firmness, weightedAmount } from '#shared/raise/totals.ts'
import { dayOf } from '#web/features/contacts/follow-ups/due.ts'
import { columnLabel } from './labels.ts'
import type { RaiseRow } from './raise-rows.ts'

const dollars = (amount: number | null) => (amount === null ? '' : (amount / 100).toFixed(2))

const columns: [heading: string, cell: (row: RaiseRow, stages: StageLabels) => string][] = [
  ['Name', ({ contact }) => contact.name],
  ['Organisation', ({ contact }) => contact.fund ?? ''],
  ['Role', ({ contact }) => contact.position ?? ''],
  ['Email', ({ contact }) => contact.email ?? ''],
  ['Stage', ({ stage }, stages) => columnLabel(stage, stages)],
  [`${dealLabels.amount} (USD)`, ({ deal }) => dollars(deal.amount)],
  [dealLabels.commitment, ({ deal, stage }) => (deal.amount === null ? (deal.commitment ?? '') : (firmness(deal, stage) ?? ''))],
  [dealLabels.instrument, ({ deal }) => (deal.instrument ? instrumentLabels[deal.instrument] : '')],
  [`${dealLabels.probability} (%)`, ({ deal }) => deal.probability?.toString() ?? ''],
  ['Weighted (USD)', ({ deal, stage }) => (deal.amount === null ? '' : dollars(weightedAmount(deal, stage)))],
  [dealLabels.nextStep, ({ deal }) => deal.nextStep ?? ''],
  ['Next follow-up', ({ dueAt }) => dayOf(dueAt)],
  [dealLabels.introducedBy, ({ deal }) => deal.introducedBy ?? ''],
  [dealLabels.passReason, ({ deal }) => deal.passReason ?? ''],
]

/** The raise as a table. Cells that a spreadsheet would interpret as a formula are quoted. */
export const toRaiseCsv = (rows: readonly RaiseRow[], stages: StageLabels): string =>
  Papa.unparse(
    { fields: columns.map(([heading]) => heading), data: rows.map((row) => columns.map(([, cell]) => cell(row, stages))) },
    { escapeFormulae: true },
  )
