import type { Transaction } from '#server/db.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { PrivateDocs } from '#shared/sync/entities.ts'

/** One collection of the private lane: everything this principal may hold now. The engine adds versions and takes the difference. */
export type PrivateSource<Doc extends { id: string }> = (tx: Transaction, principalId: PrincipalId) => Promise<Doc[]>

export type PrivateSources = { [Collection in keyof PrivateDocs]: PrivateSource<PrivateDocs[Collection]> }
