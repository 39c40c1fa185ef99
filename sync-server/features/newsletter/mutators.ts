import type { Keyring } from '#server/crypto/keyring.ts'
import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { signUp } from './service.ts'

/** `base`: origin of links in mails that are not caused by a request. */
type JoiningDeps = { keyring: Keyring; base: () => string; limitOn: LimitOn }

/** Rate-limited on the mutation's own connection: a second one, beside that of its transaction, might have to wait for it. */
export const newsletterMutators = ({ keyring, base, limitOn }: JoiningDeps) =>
  ({
    'earlyAccess.join': ({ tx, address, proof, now }, joining) =>
      signUp({ db: tx, now: () => now, limit: limitOn(tx), keyring }, joining, {
        address,
        proof,
        base: base(),
      }),
  }) satisfies Partial<Mutators>
