import type { Database } from '#server/db.ts'
import type { Log } from '#server/log.ts'
import type { Payments } from '#server/payments/payments.ts'
import type { Vault } from '#server/vault.ts'
import type { Cents } from '#shared/money.ts'
import type { OrderKind } from '#shared/orders/contract.ts'
import type { Follower, Fulfilment } from './fulfilment.ts'
import type { Looks } from './looks.ts'

export type OrderDeps = {
  db: Database
  log: Log
  now: () => Date
  payments: Payments
  vault: Vault
  looks: Looks
  isLiveMode: boolean
  /** The least that the provider charges a card, by the currency that our account there settles in. */
  minimumCharge: Cents
  fulfilments: Partial<Record<OrderKind, Fulfilment>>
  followers: Follower[]
}
