import type { Database } from '#server/db.ts'
import type { Log } from '#server/log.ts'
import type { Payments } from '#server/payments/payments.ts'
import type { Vault } from '#server/vault.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import type { Follower, Fulfilment } from './fulfilment.ts'

export type OrderDeps = {
  db: Database
  log: Log
  now: () => Date
  payments: Payments
  vault: Vault
  isLiveMode: boolean
  fulfilments: Partial<Record<OrderKind, Fulfilment>>
  followers: Follower[]
}
