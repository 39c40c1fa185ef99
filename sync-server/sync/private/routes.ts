import { Elysia } from 'elysia'
import { fewAtOnce } from '#server/concurrency-limit.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import { clientAddress, pathOf } from '#server/http/limits/client-address.ts'
import { countLocally } from '#server/http/limits/local-limit.ts'
import { type RateLimit, tryConsume } from '#server/http/limits/rate-limit.ts'
import { jsonReply } from '#server/http/replies/compression.ts'
import { chargeCalls, chargeDone } from '#server/http/replies/reply-meter.ts'
import {
  type CookieJar,
  callerOf,
  GUEST_COOKIE,
  GUEST_TTL_SECONDS,
  type Identity,
  notSignedIn,
  type RequestIdentity,
  readCookie,
  SESSION_COOKIE,
  session,
  setCookie,
  type Visitor,
} from '#server/http/session.ts'
import { protocolGuard } from '#server/sync/protocol-guard.ts'
import { applyAll, commandGate, type PushDeps, pushGate, type Sender } from '#server/sync/push/apply-mutations.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { type Command, readCommand } from '#server/sync/push/parse-mutation.ts'
import { sealingKey } from '#server/sync/push/sealing-key.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { PullMe } from '#shared/sync/pull.ts'
import { type MutationResult, Push, type PushReply } from '#shared/sync/push.ts'
import { SealingKey } from '#shared/sync/sealing.ts'
import { createExpectedCallers } from './expected-callers.ts'
import type { PrivateLane } from './private-lane.ts'

type Deps = Omit<PushDeps, 'gate'> & {
  lane: PrivateLane
  mutators: Mutators
  identity: Identity
  keyring: Pick<Keyring, 'sign'>
  limit: RateLimit
  trustedProxies: number
  /** Of the rate limits. */
  scale?: number
}

/** Of one node; its pool has ten connections. */
const PULLS_AT_ONCE = 8
const PULLS_OF_ONE = 2
/** Of one address, and of all the addresses of one customer: two places are left to others. */
const PULLS_OF_BLOCK = 6

type Connection = Parameters<typeof clientAddress>[1]

/** Documents that a device may name before a person has signed in on it: a guest has saved 2,000 investors at most, and bought some. */
const MOST_OF_GUEST = 10_000

const countNamed = (have: PullMe['have'] = {}) => Object.values(have).reduce((sum, ids) => sum + Object.keys(ids).length, 0)

/**
 * So many documents that are compared, 1.4 ms, cost as much as one more call: a guest with 2,000 saved investors, who asks by hashes
 * of 20 bytes, takes 11 ms. One address gets 22 such pulls a second, a quarter of a core. A device compares all its documents once a
 * day and after each deployment: 600 devices of one address, each with 2,000 documents, do so at once.
 */
const DOCUMENTS_EACH = 250
/** The same for large ones: the tickets of a person may be 2 million characters. */
const CHARACTERS_EACH = 128 * 1024

/** Of the calls of one principal in a minute: a tenth of the limit, and more than a device makes by itself. */
const UNCOUNTED_CALLS = 60

/** The private lane and the outbox over HTTP. */
export const privateRoutes = (deps: Deps) => {
  const addressOf = (request: Request, server: Connection) => clientAddress(request, server, deps.trustedProxies)
  const findCaller = callerOf(deps.identity)
  const expectedCallers = createExpectedCallers()
  const gate = commandGate()
  const pushes = pushGate()
  const pulls = fewAtOnce({ most: PULLS_AT_ONCE, mostPer: [PULLS_OF_BLOCK, PULLS_OF_BLOCK, PULLS_OF_ONE] })
  const count = countLocally(
    (key, amount) => deps.limit('sync-principal', key, amount),
    Math.floor(UNCOUNTED_CALLS * (deps.scale ?? 1)),
  )
  const countCall = ({ principalId }: RequestIdentity, request: Request, server: Connection) =>
    count(principalId ?? addressOf(request, server))

  return new Elysia({ name: 'sync-private', prefix: '/api/sync' })
    .use(session(deps.identity))
    .use(protocolGuard)
    .post(
      '/me',
      async ({ body, cookie, request, server }) => {
        // The mark is looked up beside the cookies where these are known, which saves one way to the database and back.
        const cookies = request.headers.get('cookie') ?? ''
        const expected = expectedCallers.find(cookies)
        const lookedUp = expected === undefined ? undefined : deps.lane.lookUp(expected, body)
        lookedUp?.catch(() => undefined)
        const caller = await findCaller(cookie as CookieJar)
        if (caller.principalId !== expected) expectedCallers.forget(cookies)
        await countCall(caller, request, server).catch((refusal) => {
          expectedCallers.forget(cookies)
          throw refusal
        })
        await deps.identity.requireOwner(caller, body.principalId)
        if (caller.principalId) expectedCallers.note(cookies, caller.principalId)
        const since = caller.principalId === expected ? lookedUp : undefined
        // Each that is named and not held is named in the answer.
        if (!caller.account && countNamed(body.have) > MOST_OF_GUEST) throw new Problem('too-large')
        const { principalId } = caller
        // A full account is thousands of documents: one person's pulls leave connections of the pool to others.
        const inTurn = <Result>(read: () => Promise<Result>) =>
          pulls(read, ...pathOf(addressOf(request, server)), principalId ?? '')
        const charge = ({ documents, characters }: { documents: number; characters: number }) =>
          chargeCalls(request, Math.max(documents / DOCUMENTS_EACH, characters / CHARACTERS_EACH))
        const delta = await deps.lane.pull(principalId, body, { inTurn, since, charge })
        return delta ? jsonReply(delta, request) : new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
      },
      { body: PullMe },
    )
    .post(
      '/push',
      async ({ body, caller, cookie, request, server }): Promise<PushReply> => {
        await countCall(caller, request, server)
        await deps.identity.requireOwner(caller, body.principalId)
        const read = body.mutations.map((mutation) => readCommand(deps.mutators, mutation))
        const commands = read.filter(isCommand)
        await countRows(caller, commands, addressOf(request, server))
        const unread = read.filter((entry): entry is MutationResult => !isCommand(entry))
        // An empty push asks for an owner before anything is sent; one that holds nothing we can read owns nothing.
        const asksForOwner = body.mutations.length === 0
        const isOwnerNeeded = commands.length > 0 || asksForOwner
        const { principalId, isNew } = await ownerOf(caller, isOwnerNeeded, cookie as CookieJar, { request, server })
        const address = addressOf(request, server)
        const hasLeft = () => request.signal.aborted
        const charge = (calls: number) => chargeDone(request, calls)
        const sender = principalId && { clientId: body.clientId, principalId, account: caller.account, address, hasLeft, charge }
        const carryOut = (sender: Sender) =>
          applyAll({ ...deps, gate }, sender, commands).catch((error) => explainTo(cookie as CookieJar, sender, error))
        const results = sender ? await pushes(() => carryOut(sender), sender.principalId) : []
        // Who asks again because the first answer was lost has the cookie, and does not know whose it is.
        return { ...((isNew || asksForOwner) && { principalId }), results: inOrder(body, [...results, ...unread]) }
      },
      { caller: true, body: Push },
    )
    .get(
      '/sealing-key',
      ({ account, set }) => {
        set.headers['cache-control'] = 'no-store'
        return sealingKey(deps.keyring, account.principalId)
      },
      { signedIn: true, response: SealingKey },
    )

  /** Counts what the server will keep: entries that it cannot read leave nothing. An account that proved its address counts for itself alone. */
  async function countRows({ principalId, account }: RequestIdentity, commands: Command[], address: string) {
    const rows = commands.reduce((sum, { mutation }) => sum + 1 + (mutation.replaces?.length ?? 0), 0)
    if (rows === 0) return
    if (!account?.emailVerified && !(principalId && (await areFirst(principalId, address, rows)))) {
      await deps.limit('sync-rows-address', address, rows)
    }
    if (principalId) await deps.limit('sync-rows', principalId, rows)
  }

  async function areFirst(principalId: PrincipalId, address: string, rows: number): Promise<boolean> {
    const isOwn = await tryConsume(deps.limit, 'sync-rows-first', principalId, rows)
    return isOwn && tryConsume(deps.limit, 'sync-rows-first-address', address, rows)
  }

  /** A sender that is gone when a command has its turn hears what it would hear if it asked only now. */
  async function explainTo(jar: CookieJar, { principalId }: { principalId: PrincipalId }, error: unknown): Promise<never> {
    if (!(error instanceof Problem)) throw error
    const now = await deps.identity.findCaller({ session: readCookie(jar, SESSION_COOKIE), guest: readCookie(jar, GUEST_COOKIE) })
    await deps.identity.requireOwner(now, principalId)
    throw notSignedIn(now)
  }

  async function ownerOf({ principalId }: RequestIdentity, isOwnerNeeded: boolean, jar: CookieJar, visitor: Visitor) {
    if (principalId || !isOwnerNeeded) return { principalId, isNew: false }
    const guest = await deps.identity.createGuest(visitor)
    setCookie(jar, GUEST_COOKIE, guest.token, GUEST_TTL_SECONDS)
    return { principalId: guest.principalId, isNew: true }
  }
}

const isCommand = (entry: Command | MutationResult): entry is Command => 'carryOut' in entry

/** One result per entry, in the order they were sent; an id sent twice in one push has two. */
function inOrder({ mutations }: Push, results: MutationResult[]): MutationResult[] {
  const byId = new Map<string, MutationResult[]>()
  for (const result of results) byId.set(result.id, [...(byId.get(result.id) ?? []), result])
  return mutations.flatMap(({ id }) => byId.get(id)?.shift() ?? [])
}
