import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { Env } from '#server/env.ts'
import { lacksOf, rolesOf } from '#server/features/accounts/admin/rights.ts'
import { requireRecent } from '#server/features/accounts/credentials/recent-proof.ts'
import { presentUser, type UserRow } from '#server/features/accounts/present.ts'
import {
  findEnded,
  findGuests,
  findSessions,
  insertPrincipal,
  isBanned,
  isOfDeletedAccount,
  type SessionRow,
  touchGuest,
  touchSession,
} from '#server/features/accounts/queries.ts'
import { clientAddress } from '#server/http/limits/client-address.ts'
import { offeredProof } from '#server/http/limits/proof/offered-proof.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import type { Account, Identity } from '#server/http/session.ts'
import { hashToken, randomToken } from '#server/http/token.ts'
import { sealTo } from '#server/sync/push/sealing-key.ts'
import { inSharedReads } from '#server/sync/single-flight.ts'
import { type AdminRole, rolesFor } from '#shared/admin/rights.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem, type ProblemCode } from '#shared/problem.ts'
import type { SessionEnded } from '#shared/sync/sealing.ts'
import { lockCaller } from './lock-caller.ts'
import { SESSION_IDLE_MS } from './session-ttl.ts'

/** Writing "last seen" on every request would make each read a write. */
const TOUCH_AFTER_MS = 60 * 60 * 1000

/** Cookies looked up per statement. */
const MAX_KEYS_PER_READ = 100

const GUEST_TOUCH_AFTER_MS = 24 * 60 * 60 * 1000

export type IdentityDeps = {
  db: Database
  now: () => Date
  env: Pick<Env, 'ADMIN_EMAILS' | 'adminsNeedTwoFactor'>
  limit: RateLimit
  trustedProxies: number
  keyring: Pick<Keyring, 'sign'>
}

/** Identifies accounts and guests by their cookies. */
export const createIdentity = ({ db, now, env, limit, trustedProxies, keyring }: IdentityDeps): Identity => {
  // A thousand devices that connect after one poke are looked up in a few statements.
  const sessionOf = inSharedReads((sids: string[]) => findSessions(db, sids), { most: MAX_KEYS_PER_READ })
  const guestOf = inSharedReads((hashes: string[]) => findGuests(db, hashes), { most: MAX_KEYS_PER_READ })

  return {
    async findCaller({ session, guest }) {
      const sid = session && hashToken(session)
      const row = sid && (await sessionOf(sid))
      if (row && !isOver(row, now())) {
        if (now().getTime() - row.seenAt.getTime() > TOUCH_AFTER_MS) await touchSession(db, row.sid, now())
        return { account: accountOf(row, env), principalId: row.principalId }
      }
      // Only queried for cookies without a session: authenticated requests skip it.
      const endedFor = sid && !row ? await findEnded(db, sid, now()) : undefined
      const ended = endedFor && { endedFor }
      const known = guest && (await guestOf(hashToken(guest)))
      if (!known) return { ...ended }
      // Guests that never return and own nothing are deleted, so the first return is recorded immediately.
      const isAway = now().getTime() - known.seenAt.getTime() > GUEST_TOUCH_AFTER_MS
      if (known.isNew || isAway) await touchGuest(db, known.id, now())
      return { principalId: known.id, ...ended, ...(isAway && { renewsGuest: true }) }
    },

    lock: lockCaller,

    /**
     * Reports the reason to a device that no longer belongs to its principal: its cookie is of a session that was ended, or its
     * account was deleted. A deleted account has no session left: there the id that the device sends, which no other device
     * knows, is sufficient.
     */
    async requireOwner({ principalId, endedFor }, named) {
      if (named === undefined || named === principalId) return
      if (named === endedFor) {
        const isSuspended = await isBanned(db, named)
        const ended: SessionEnded = { sealTo: await sealTo(keyring, named), ...(isSuspended && { isSuspended }) }
        throw new Problem('session-ended', undefined, undefined, ended)
      }
      if (await isOfDeletedAccount(db, named)) throw new Problem('accounts.deleted')
      throw new Problem('session-lost')
    },

    requireAdmin(account, { route, isFresh = false }) {
      const { adminRefusal, roles } = account.session
      if (adminRefusal) throw new Problem(adminRefusal)
      const admits = rolesFor(route)
      if (!admits?.some((role) => roles.includes(role))) throw new Problem('admin.role-needed')
      if (isFresh) requireRecent({ now }, account)
      // The configuration does not change while a node runs. A role may be taken away until the call writes.
      return isListedOwner(account, env) ? account : { ...account, session: { ...account.session, admittedAs: [...admits] } }
    },

    async createGuest({ request, server }) {
      const address = clientAddress(request, server, trustedProxies)
      await limit('guest-address', address, 1, offeredProof(request, address))
      const token = randomToken()
      const principalId = newId<PrincipalId>('pri')
      await insertPrincipal(db, { id: principalId, kind: 'guest', tokenHash: hashToken(token) })
      return { principalId, token }
    },
  }
}

const isOver = (row: SessionRow, now: Date) => row.expire <= now || now.getTime() - row.seenAt.getTime() > SESSION_IDLE_MS

function accountOf(row: SessionRow, env: IdentityDeps['env']): Account {
  const user = presentUser(row.user, row.principalId, env.ADMIN_EMAILS)
  const roles = rolesOf(row.user, env.ADMIN_EMAILS)
  return { ...user, session: { sid: row.sid, provedAt: row.provedAt, roles, adminRefusal: adminRefusalOf(roles, row.user, env) } }
}

const isListedOwner = ({ email, emailVerified }: Account, { ADMIN_EMAILS }: IdentityDeps['env']) =>
  emailVerified && ADMIN_EMAILS.includes(email.toLowerCase())

const REFUSALS = {
  'two-factor': 'accounts.admin-needs-two-factor',
  password: 'accounts.admin-needs-password',
} as const satisfies Record<string, ProblemCode>

/** The reason why an account may not act as an admin, or `undefined` when it may. */
function adminRefusalOf(roles: AdminRole[], user: UserRow, env: IdentityDeps['env']): ProblemCode | undefined {
  if (roles.length === 0) return 'forbidden'
  const lacks = lacksOf(user, env.adminsNeedTwoFactor)
  return lacks ? REFUSALS[lacks] : undefined
}
