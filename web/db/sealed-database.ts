import Dexie, { type DexieOptions, type Table } from 'dexie'
import type { PrincipalId } from '#shared/ids.ts'
import type { SealTo } from '#shared/sync/sealing.ts'

/** What one account had not sent when its session was ended elsewhere, encrypted to that account. */
export type SealedBox = {
  /** The life of the database that it was taken from: taken twice, it is one box. */
  id: string
  principal: PrincipalId
  /** The public half of the key pair that was made for this box alone. */
  sender: SealTo
  iv: Uint8Array<ArrayBuffer>
  content: ArrayBuffer
}

/** Apart from every database that a screen opens. */
export class SealedDatabase extends Dexie {
  boxes!: Table<SealedBox, string>

  constructor(options: DexieOptions = {}) {
    super('latchkey-sealed', { chromeTransactionDurability: 'strict', ...options })
    this.version(1).stores({ boxes: 'id' })
  }
}
