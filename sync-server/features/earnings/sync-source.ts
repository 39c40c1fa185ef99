import type { PrivateSource } from '#server/sync/private-source.ts'
import type { EarningsEntry } from '#shared/earnings/contract.ts'
import { listEntries } from './entries.ts'

/** What an investor earned. How each line stands today a device reckons itself: nothing of a document changes by waiting. */
export const earningsSource: PrivateSource<EarningsEntry> = listEntries
