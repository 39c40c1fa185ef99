import type { PrincipalId } from '#shared/ids.ts'
import { noRound, type RoundFields } from '#shared/raise/contract.ts'
import type { RoundRow } from './queries.ts'

/** The fields of a stored round; those of a round without a row are empty. */
export const readRound = (row: RoundRow | undefined): RoundFields =>
  row ? { ...noRound, ...row.stageNames, name: row.name, target: row.target } : noRound

/** A round as its row. Only stages with an own name are stored. */
export function toRoundRow(principalId: PrincipalId, { name, target, ...names }: RoundFields, updatedAt: Date): RoundRow {
  const stageNames = Object.fromEntries(Object.entries(names).filter(([, own]) => own !== null))
  return { principalId, name, target, stageNames, updatedAt }
}
