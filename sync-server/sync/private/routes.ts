import { Elysia } from 'elysia'
import { limitConcurrency } from '#server/concurrency-limit.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import { clientAddress, pathOf } from '#server/http/limits/client-address.ts'
import { countLocally } from '#server/http/limits/local-limit.ts'
import { offeredProof } from '#server/http/limits/proof/offered-proof.ts'
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
import type { Metrics } from '#server/observe/metrics.ts'
import { describeSpan } from '#server/observe/traces/spans.ts'
import { protocolGuard } from '#server/sync/protocol-guard.ts'
import { applyAll, mutationGate, type PushDeps, pushGate, type Sender } from '#server/sync/push/apply-mutations.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { type ParsedMutation, parseMutation } from '#server/sync/push/parse-mutation.ts'
import { sealingKey } from '#server/sync/push/sealing-key.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { ProofChallenge } from '#shared/proof-of-work/contract.ts'
import { PullMe } from '#shared/sync/pull.ts'
import type { MutationResult, PushReply } from '#shared/sync/push.ts'
import { Push } from '#shared/sync/push-request.ts'
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
  metrics: Pick<Metrics, 'countMutations' | 'pulls'>
  /** Scale of the rate limits. */
  scale?: number
}

/** Per node; its pool has ten connections. */
const PULLS_AT_ONCE = 8
const PULLS_OF_ONE = 2
/** Per address, and for all the addresses of one customer: two slots remain for others. */
const PULLS_OF_BLOCK = 6

type Connection = Parameters<typeof clientAddress>[1]

/**
 * Maximum number of documents that a device may report before sign-in: a guest has saved at most 2,000 investors, and bought
 * some.
 */
const MAX_PER_GUEST = 10_000

const countNamed = (have: PullMe['have'] = {}) => Object.values(have).reduce((sum, ids) => sum + Object.keys(ids).length, 0)

/**
 * This many compared documents, 1.4 ms, cost as much as one more call: a guest with 2,000 saved investors who pulls with hashes
 * of 20 bytes takes 11 ms. One address gets 22 such pulls a second, a quarter of a core. A device compares all its documents once
 * a day and after each deployment: 600 devices of one address with 2,000 documents each may do so concurrently.
 */
const DOCUMENTS_EACH = 250
/** The same for large documents: the tickets of one account may be 2 million characters. */
const CHARACTERS_EACH = 128 * 1024

/**
 * Calls of one principal per minute that are counted in memory only: a tenth of the limit, and more than a device makes on its
 * own.
 */
const UNCOUNTED_CALLS = 60

/** The private lane and the outbox over HTTP. */
export const privateRoutes = (deps: Deps) => {
  const addressOf = (request: Request, server: Connection) => clientAddress(request, server, deps.trustedProxies)
  const findCaller = callerOf(deps.identity)
  const expectedCallers = createExpectedCallers()
  const gate = mutationGate()
  const pushes = pushGate()
  const pulls = limitConcurrency({ most: PULLS_AT_ONCE, mostPer: [PULLS_OF_BLOCK, PULLS_OF_BLOCK, PULLS_OF_ONE] })
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
        // When the cookies are known, the mark is looked up in parallel, which saves one database round trip.
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
        // Each document that is reported but not stored is listed in the reply.
        if (!caller.account && countNamed(body.have) > MAX_PER_GUEST) throw new Problem('too-large')
        const { principalId } = caller
        // A full account is thousands of documents: the pulls of one principal must leave connections of the pool for others.
        const inTurn = <Result>(read: () => Promise<Result>) =>
          pulls(read, ...pathOf(addressOf(request, server)), principalId ?? '')
        const charge = ({ documents, characters }: { documents: number; characters: number }) =>
          chargeCalls(request, Math.max(documents / DOCUMENTS_EACH, characters / CHARACTERS_EACH))
        const delta = await deps.lane.pull(principalId, body, { inTurn, since, charge })
        deps.metrics.pulls.inc({ result: delta ? 'changed' : 'unchanged' })
        describeSpan(() => ({
          'latchkey.sync.documents': countDocuments(delta?.put),
          'latchkey.sync.deleted': countDocuments(delta?.del),
        }))
        return delta ? jsonReply(delta, request) : new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
      },
      { body: PullMe },
    )
    .post(
      '/push',
      async ({ body, caller, cookie, request, server }): Promise<PushReply> => {
        await countCall(caller, request, server)
        await deps.identity.requireOwner(caller, body.principalId)
        const read = body.mutations.map((mutation) => parseMutation(deps.mutators, mutation))
        const parsed = read.filter(isParsed)
        await countRows(caller, parsed, addressOf(request, server))
        const unread = read.filter((entry): entry is MutationResult => !isParsed(entry))
        // An empty push requests an owner before anything is sent; a push without a readable mutation owns nothing.
        const asksForOwner = body.mutations.length === 0
        const isOwnerNeeded = parsed.length > 0 || asksForOwner
        const { principalId, isNew } = await ownerOf(caller, isOwnerNeeded, cookie as CookieJar, { request, server })
        const address = addressOf(request, server)
        const hasLeft = () => request.signal.aborted
        const charge = (calls: number) => chargeDone(request, calls)
        const proof = offeredProof(request, address)
        let challenge: ProofChallenge | undefined
        const onChallenge = (given: ProofChallenge) => {
          challenge = given
        }
        const by = { clientId: body.clientId, account: caller.account, address, proof }
        const sender = principalId && { ...by, principalId, onChallenge, hasLeft, charge }
        const applyFor = (sender: Sender) =>
          applyAll({ ...deps, gate }, sender, parsed).catch((error) => explainTo(cookie as CookieJar, sender, error))
        const results = sender ? await pushes(() => applyFor(sender), sender.principalId) : []
        // A client that retries because the first reply was lost has the cookie, but does not know its principal id.
        const all = [...results, ...unread]
        deps.metrics.countMutations(body.mutations, all)
        describeSpan(() => countResults(all))
        return { ...((isNew || asksForOwner) && { principalId }), results: inOrder(body, all), ...(challenge && { challenge }) }
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

  /**
   * Counts what the server will store: unreadable mutations leave nothing. An account with a verified address is counted by
   * itself alone.
   */
  async function countRows({ principalId, account }: RequestIdentity, mutations: ParsedMutation[], address: string) {
    const rows = mutations.reduce((sum, { mutation }) => sum + 1 + (mutation.replaces?.length ?? 0), 0)
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

  /** A sender whose session ended while its mutation was waiting gets the problem that a new call would get. */
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

const countDocuments = (lists: Record<string, unknown[] | undefined> = {}) =>
  Object.values(lists).reduce((sum, list) => sum + (list?.length ?? 0), 0)

function countResults(results: readonly MutationResult[]) {
  const counts: Record<string, number> = { 'latchkey.sync.mutations': results.length }
  for (const { status } of results) {
    const name = `latchkey.sync.${status}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const isParsed = (entry: ParsedMutation | MutationResult): entry is ParsedMutation => 'apply' in entry

/** One result per mutation, in the order in which they were sent; an id sent twice in one push has two. */
function inOrder({ mutations }: Push, results: MutationResult[]): MutationResult[] {
  const byId = new Map<string, MutationResult[]>()
  for (const result of results) byId.set(result.id, [...(byId.get(result.id) ?? []), result])
  return mutations.flatMap(({ id }) => byId.get(id)?.shift() ?? [])
}
