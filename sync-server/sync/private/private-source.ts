import type { Transaction } from '#server/database/client.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { PrivateCollection, PrivateDocs } from '#shared/sync/collections.ts'

/**
 * One collection of the private lane: all documents that this principal may have now. The private lane (`private-lane.ts`) adds versions and computes the
 * difference.
 */
export type PrivateSource<Doc extends { id: string }> = (tx: Transaction, principalId: PrincipalId) => Promise<Doc[]>

export type PrivateSources = { [Collection in keyof PrivateDocs]: PrivateSource<PrivateDocs[Collection]> }

/**
 * The tables that a source reads. If a table is missing here, devices receive its changes up to a day late.
 * `tests/sync/private/private-inputs.test.ts` compares the list with the statements that the source sends.
 */
export type PrivateInput<Doc> = {
  tables: readonly string[]
  /** For documents that change with time alone: until when these do not. Milliseconds since the epoch. */
  until?: (docs: Doc[], now: number) => number | undefined
}

export type PrivateInputs = { [Collection in keyof PrivateDocs]: PrivateInput<PrivateDocs[Collection]> }

/**
 * For collections of thousands of documents: those that transactions with the id `since` or a later one wrote, those of `ids` that
 * exist, and the number of all documents. The documents are as the source returns them. See `row-changes.ts`.
 */
export type PrivateChanges<Doc> = (
  tx: Transaction,
  principalId: PrincipalId,
  asked: { since: bigint; ids: readonly string[] },
) => Promise<{ docs: Doc[]; total: number }>

export type PrivateChangesOf = Partial<Record<PrivateCollection, PrivateChanges<{ id: string }>>>

/** A collection of the private lane as its feature declares it: the source, and what the source reads. */
export type PrivateRegistration<Doc extends { id: string }> = PrivateInput<Doc> & {
  source: PrivateSource<Doc>
  changes?: PrivateChanges<Doc>
}
export type PrivateRegistry = { [Collection in keyof PrivateDocs]: PrivateRegistration<PrivateDocs[Collection]> }

export const sourcesOf = (registry: PrivateRegistry): PrivateSources =>
  Object.fromEntries(Object.entries(registry).map(([name, { source }]) => [name, source])) as PrivateSources

export const changesOf = (registry: PrivateRegistry): PrivateChangesOf =>
  Object.fromEntries(Object.entries(registry).flatMap(([name, { changes }]) => (changes ? [[name, changes]] : [])))
