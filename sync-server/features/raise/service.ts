import type { Transaction } from '#server/database/client.ts'
import type { HoldsContact } from '#server/features/contacts/service.ts'
import { lockStaying } from '#server/features/directory/staying-record.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import {
  chosenDealFields,
  type Deal,
  type DealFields,
  noDeal,
  type RoundFields,
  type WriteDeal,
  type WriteRound,
} from '#shared/raise/contract.ts'
import { stageLabels } from '#shared/raise/labels.ts'
import { writtenFields } from '#shared/sync/merge-fields.ts'
import { lockDeal, lockRound, upsertDeal, upsertRound } from './queries.ts'
import { readRound, toRoundRow } from './round-row.ts'
import { presentDeal } from './sync-source.ts'

type Writing = { tx: Transaction; principalId: PrincipalId; now: Date }

/** @throws Problem `contacts.not-held`, `raise.changed-elsewhere` */
export async function writeDeal(
  { tx, principalId, now }: Writing,
  { args, base }: { args: WriteDeal; base: unknown },
  holdsContact: HoldsContact,
) {
  // Of a record that was merged: the one that stays.
  const contactId = await lockStaying(tx, args.id)
  if (!(await holdsContact(tx, principalId, contactId))) throw new Problem('contacts.not-held')
  const stored = await lockDeal(tx, principalId, contactId)
  const before: DealFields = stored ?? noDeal
  const { values, isChangedElsewhere } = writtenFields(before, { args, base }, chosenDealFields)
  if (isChangedElsewhere) throw new Problem('raise.changed-elsewhere')
  await upsertDeal(tx, { ...values, principalId, contactId, updatedAt: now })
}

/** The deal with a contact, locked until the transaction ends. */
export async function lockDealOf(tx: Transaction, principalId: PrincipalId, contactId: VcId): Promise<Deal | undefined> {
  const stored = await lockDeal(tx, principalId, contactId)
  return stored && presentDeal(stored)
}

/** Stores the deal of two contacts that are joined. */
export const storeDeal = (tx: Transaction, { now, ...owner }: Owner, deal: DealFields) =>
  upsertDeal(tx, { ...deal, ...owner, updatedAt: now })
type Owner = { principalId: PrincipalId; contactId: VcId; now: Date }

/** A user's names of the stages. */
export const readStages = async (tx: Transaction, principalId: PrincipalId) =>
  stageLabels(readRound(await lockRound(tx, principalId)))

/** @throws Problem `raise.changed-elsewhere` */
export async function writeRound({ tx, principalId, now }: Writing, args: WriteRound, base: unknown) {
  const stored = readRound(await lockRound(tx, principalId))
  const { values, isChangedElsewhere } = writtenFields<RoundFields>(stored, { args, base })
  if (isChangedElsewhere) throw new Problem('raise.changed-elsewhere')
  await upsertRound(tx, toRoundRow(principalId, values, now))
}
