import type { VcId } from '#shared/ids.ts'
import {
  chosenDealFields,
  type DealFields,
  noDeal,
  noRound,
  ROUND,
  type RoundFields,
  type WriteDeal,
  type WriteRound,
} from '#shared/raise/contract.ts'
import { changedFields, chosenFieldsBase, fieldsBaseOf, writtenFields } from '#shared/sync/merge-fields.ts'
import { cleanLine } from '#shared/text.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ChosenBase, ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Values as they are stored: a field may still show a text as it was typed. */
const cleaned = <Values extends DealFields | RoundFields>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, typeof value === 'string' ? cleanLine(value) || null : value]),
  ) as Values

/**
 * Changes fields of the deal with a contact; resolves once the mutation is stored on this device.
 *
 * @param edited  the fields that the user changed
 * @param seen  the values that the user saw
 */
export async function writeDeal(id: VcId, edited: Partial<DealFields>, seen: DealFields = noDeal): Promise<void> {
  const shown = cleaned(seen)
  const changes = changedFields(shown, { ...shown, ...edited })
  if (Object.keys(changes).length > 0) await enqueue('deal.write', { id, ...changes }, fieldsBaseOf(shown, changes))
}

/** Changes fields of the round. */
export async function writeRound(edited: Partial<RoundFields>, seen: RoundFields = noRound): Promise<void> {
  const shown = cleaned(seen)
  const changes = changedFields(shown, { ...shown, ...edited })
  if (Object.keys(changes).length > 0) await enqueue('raise.write', { id: ROUND, ...changes }, fieldsBaseOf(shown, changes))
}

/** The server's own rule; an entry without a base is shown as if it were applied. */
export const showDeal: ClientMutator<WriteDeal> = async (db, args, madeAt, base) => {
  const before = { ...noDeal, ...(await db.deals.get(args.id)) }
  const { values } = writtenFields<DealFields>(before, { args, base: base ?? fieldsBaseOf(before, args) }, chosenDealFields)
  await db.deals.put({ ...values, id: args.id, updatedAt: madeAt, version: OPTIMISTIC })
}

export const showRound: ClientMutator<WriteRound> = async (db, args, madeAt, base) => {
  const before = { ...noRound, ...(await db.raise.get(ROUND)) }
  const { values } = writtenFields<RoundFields>(before, { args, base: base ?? fieldsBaseOf<RoundFields>(before, args) })
  await db.raise.put({ ...values, id: ROUND, updatedAt: madeAt, version: OPTIMISTIC })
}

/** Base of a refused write that is sent again: the user has seen the values that are stored now. */
export const chooseDealBase: ChosenBase<WriteDeal> = async (db, args, base) => {
  const shown = await db.deals.get(args.id)
  return shown ? chosenFieldsBase<DealFields>(shown, { args, base }) : base
}

export const chooseRoundBase: ChosenBase<WriteRound> = async (db, args, base) => {
  const shown = await db.raise.get(ROUND)
  return shown ? chosenFieldsBase<RoundFields>(shown, { args, base }) : base
}
