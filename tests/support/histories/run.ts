import type { Keyring } from '#server/crypto/keyring.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { Actors, Buyer } from './actors.ts'
import { intentOf, type Way } from './provider.ts'
import type { Node, Setup } from './setup.ts'
import type { Purchase } from './steps.ts'

/** A payment that was offered to a buyer. */
export type Attempt = { buyer: Buyer; what: Purchase; way: Way }

export type Run = {
  setup: Setup
  keyring: Keyring
  actors: Actors
  attempts: Attempt[]
  /** Guests that signed in. A job checks each merge again. */
  merges: { from: PrincipalId; to: PrincipalId }[]
  /** Violations found during the run; empty in a correct one. */
  faults: string[]
}

export const nodeAt = (setup: Setup, index: number): Node => setup.nodes[index % 2 === 0 ? 0 : 1]
export const describe = (error: unknown) => `${error} ${error instanceof Error ? (error.cause ?? '') : ''}`

export async function intentOfWay({ database }: Setup, way: Way): Promise<string | undefined> {
  if ('secret' in way) return intentOf(way.secret)
  const id = way.url.split('/').at(-1) ?? ''
  const [page] = await database.sql<{ pi: string | null }[]>`
    select body->>'payment_intent' as pi from sandbox_objects where id = ${id}`
  return page?.pi ?? undefined
}
