import { type Keyring, openKeyring } from '#server/crypto/keyring.ts'
import type { OpenDatabase } from '#server/database/client.ts'
import { createIdentity } from '#server/features/accounts/sessions/identity.ts'
import { addressIn } from '#server/features/bookings/calls/ics.ts'
import { createProofs } from '#server/http/limits/proof/proofs.ts'
import { createLimit, type LimitOn, limitOn, type RateLimit } from '#server/http/limits/rate-limit.ts'
import type { Identity } from '#server/http/session.ts'
import { createMetrics, type Metrics } from '#server/observe/metrics.ts'
import { keysOf, type StripeKeys } from '#server/payments/sandbox/keys.ts'
import type { Storage } from '#server/storage/storage.ts'
import { openStorage } from '#server/storage/storage.ts'
import type { ProveMarks } from '#server/sync/private/private-marks.ts'
import { type Cents, cents } from '#shared/money.ts'
import type { Env } from './env.ts'
import type { Log } from './log.ts'

/** What the outside world gives the app: everything that a test replaces. */
export type AppInputs = OpenDatabase & {
  env: Env
  log: Log
  now: () => Date
  /** The folder of the built web app. */
  webFolder: string
  /** The script of the worker that renders first screens; without one, pages are sent without a screen. */
  screenRenderer?: string
  /** Given by tests: proves at each private pull that marks cover what they claim. */
  proveMarks?: ProveMarks
  /** In the place of the hash of the server's code: see `private-rules.ts`. */
  codeHash?: string
}

/** What is created once per process, and what every module may use. */
export type AppContext = AppInputs & {
  keyring: Keyring
  limit: RateLimit
  limitOn: LimitOn
  identity: Identity
  storage: Storage
  metrics: Metrics
  stripeKeys: StripeKeys
  /** Where this process listens; undefined before it does. */
  listeningUrl: () => string | undefined
  /** How this process reaches itself. */
  ownUrl: () => string
  /** The origin of links in mails that no request has caused. */
  base: () => string
  /** The address of the organizer in calendar files. */
  organizer: string
  publicUrl: string | undefined
  /** How many proxies in front of this process are trusted to name the client address. */
  trustedProxies: number
  adminEmails: readonly string[]
  adminsNeedTwoFactor: boolean
  /** How much may be paid out within a day without a second person. */
  payoutAlone: Cents
}

/** @param listeningPort  undefined until the server listens */
export async function createAppContext(inputs: AppInputs, listeningPort: () => number | undefined): Promise<AppContext> {
  const { env, db } = inputs
  const keyring = await openKeyring(db)
  const metrics = createMetrics()
  const proofs =
    env.PROOF_OF_WORK === 'on' ? createProofs({ keys: keyring, count: (result) => metrics.proofs.inc({ result }) }) : undefined
  const limits = { scale: env.RATE_LIMIT_SCALE, keys: keyring, proofs }
  const limit = createLimit({ ...limits, db })
  const urlAt = (port: number) => `http://${loopbackOf(env.HOST)}:${port}`
  const listeningUrl = () => {
    const port = listeningPort()
    return port === undefined ? undefined : urlAt(port)
  }
  const ownUrl = () => listeningUrl() ?? urlAt(env.PORT)
  return {
    ...inputs,
    keyring,
    limit,
    limitOn: limitOn(limits),
    identity: createIdentity({ ...inputs, limit, keyring, trustedProxies: env.TRUST_PROXY }),
    storage: openStorage(env),
    metrics,
    stripeKeys: await keysOf(env, keyring),
    listeningUrl,
    ownUrl,
    base: () => (env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : ownUrl()),
    organizer: addressIn(env.MAIL_FROM),
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUST_PROXY,
    adminEmails: env.ADMIN_EMAILS,
    adminsNeedTwoFactor: env.adminsNeedTwoFactor,
    payoutAlone: cents(env.PAYOUT_ALONE_CENTS),
  }
}

/** How this process reaches itself: an address that means "every interface" cannot be called. */
function loopbackOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
