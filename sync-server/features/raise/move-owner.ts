import type { Transaction } from '#server/database/client.ts'
import { appendToNote } from '#server/features/contacts/move-owner.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { cents, formatCents } from '#shared/money.ts'
import { noRound, type RoundFields } from '#shared/raise/contract.ts'
import { lockDeal, lockRound, takeDeals, takeRound, upsertDeal, upsertRound } from './queries.ts'
import { readRound, toRoundRow } from './round-row.ts'

/** Two texts on one line; only one of them if it contains the other one. */
function joinLines(own: string | null, guest: string | null): string | null {
  if (own === null || guest === null) return own ?? guest
  if (own.includes(guest)) return own
  return guest.includes(own) ? guest : `${own} / ${guest}`
}

/**
 * Transfers deals to another owner. Texts of both are joined. What is set with one tap is the account's, or the guest's where the
 * account has none; of two amounts the account's stays, and the guest's is appended to the note on the contact.
 */
export async function moveDeals(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  for (const guest of await takeDeals(tx, from)) {
    const own = await lockDeal(tx, to, guest.contactId)
    if (!own) {
      await upsertDeal(tx, { ...guest, principalId: to })
      continue
    }
    await upsertDeal(tx, {
      ...own,
      amount: own.amount ?? guest.amount,
      instrument: own.instrument ?? guest.instrument,
      probability: own.probability ?? guest.probability,
      commitment: own.commitment ?? guest.commitment,
      introducedBy: joinLines(own.introducedBy, guest.introducedBy),
      nextStep: joinLines(own.nextStep, guest.nextStep),
      passReason: joinLines(own.passReason, guest.passReason),
      updatedAt: later(own.updatedAt, guest.updatedAt),
    })
    if (own.amount !== null && guest.amount !== null && own.amount !== guest.amount)
      await appendToNote(tx, to, { ...guest, text: `Amount: ${formatCents(cents(guest.amount))}` })
  }
}

const later = (one: Date, other: Date | undefined) => (other && other > one ? other : one)

/**
 * Transfers the round to another owner. Names of both are joined. Of two targets the account's stays, and the guest's is added to the
 * name of the round.
 */
export async function moveRound(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  const row = await takeRound(tx, from)
  if (!row) return
  const guest = readRound(row)
  const stored = await lockRound(tx, to)
  const own = readRound(stored)
  const { target: _, ...names } = noRound
  const joined = Object.fromEntries(
    Object.keys(names).map((field) => [field, joinLines(own[field as keyof typeof names], guest[field as keyof typeof names])]),
  )
  const isBoth = own.target !== null && guest.target !== null && own.target !== guest.target
  const name = isBoth ? joinLines(joined.name ?? null, `Target: ${formatCents(cents(guest.target ?? 0))}`) : joined.name
  const values = { ...joined, name, target: own.target ?? guest.target } as RoundFields
  await upsertRound(tx, toRoundRow(to, values, later(row.updatedAt, stored?.updatedAt)))
}
