import Dexie, { type DexieOptions, type Table } from 'dexie'
import type { PrincipalId } from '#shared/ids.ts'
import type { SealTo } from '#shared/sync/sealing.ts'

/** Unsent data of one account whose session was ended elsewhere, encrypted to that account. */
export type SealedBox = {
  /** The generation of the source database, so that sealing twice gives one box. */
  id: string
  principal: PrincipalId
  /** The public key of the ephemeral key pair of this box. */
  sender: SealTo
  iv: Uint8Array<ArrayBuffer>
  content: ArrayBuffer
}

/** Separate from every database that a screen opens. */
export class SealedDatabase extends Dexie {
  boxes!: Table<SealedBox, string>

  constructor(options: DexieOptions = {}) {
    super('latchkey-sealed', { chromeTransactionDurability: 'strict', ...options })
    this.version(1).stores({ boxes: 'id' })
  }
}
