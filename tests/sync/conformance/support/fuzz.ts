import { type Call, directoryOf, type Making, type Names, productCalls, pullOf, pushOf, QUEUES, type Role } from './calls.ts'
import { createModel } from './model.ts'
import { type Mutated, mutateCall } from './mutate.ts'
import { createRandom } from './random.ts'
import { CANARY, dumpTables, type Person, type Stage } from './stage.ts'
import { type Entry, openWire, type Pushed, type Refusal, type Reply, ticketEntry, type Wire } from './wire.ts'

/** The number of callers that send bodies in parallel, each with a separate buyer, investor and admin. */
const LANES = 6
const REPLAYED = 0.12
/** Keeps the bodies of neighbouring seeds apart: 2^32 by the golden ratio. */
const SPREAD = 0x9e3779b1
const KEPT_PUSHES = 20

export type FuzzReport = { bodies: number; byStatus: Map<number, number>; results: Map<string, number>; failures: string[] }

type Lane = {
  buyer: Person
  investor: Person
  admin: Person
  names: Names
  /** Pushes that may be sent again unchanged. */
  pushes: { mutated: Mutated; principalId: string }[]
}

/** The callers of the random bodies, and the other principal. */
export async function openFuzz(stage: Stage) {
  const victim = await stage.victim()
  const { principalId, draft, orderId, ticketId, listing } = victim
  const foreign = { principalId, draft, orderId, ticketId, listing }
  const tickets = [ticketId]
  /** The senders of mutations applied before the random bodies, by mutation id. */
  const earlier = new Map(victim.entries.map(({ id }) => [String(id), principalId]))

  const openLane = async (): Promise<Lane> => {
    const [buyer, investor, admin] = [await stage.buyer(), await stage.investor(), await stage.person({ isAdmin: true })]
    const ticket = ticketEntry('The map does not load')
    await buyer.wire.push([ticket])
    const own = (ticket.args as { id: string }).id
    tickets.push(own)
    earlier.set(String(ticket.id), buyer.principalId)
    const names: Names = {
      contacts: stage.contacts,
      locked: stage.locked,
      unverified: stage.unverified,
      published: stage.published,
      listing: investor.listing,
      fundSlug: stage.fund.slug,
      decisionMaker: stage.fund.id,
      ticketId: own,
      orderId: await orderOf(stage, buyer),
      queued: {},
      foreign,
    }
    return { buyer, investor, admin, names, pushes: [] }
  }
  const lanes: Lane[] = []
  for (let number = 0; number < LANES; number += 1) lanes.push(await openLane())

  const senderOf = async (lane: Lane, role: Role): Promise<{ wire: Wire; principalId: string }> => {
    if (role === 'stranger') return { wire: openWire(stage.url), principalId: '' }
    return role === 'throwaway' ? stage.person() : lane[role]
  }
  const mutationIds = [...earlier.keys()]
  const ids = [...Object.values(foreign), stage.locked, stage.published, ...stage.contacts, ...mutationIds]
  return { lanes, senderOf, ids, earlier, known: { tickets, mutationIds } }
}

/** Sends random bodies and checks each reply; after each of `phases` the database is compared with the model. */
export async function fuzz(stage: Stage, { seed, bodies, phases }: { seed: number; bodies: number; phases: number }) {
  const { lanes, senderOf, ids, earlier, known } = await openFuzz(stage)
  const codes = await readCodes(stage.url)
  const epoch = (await stage.stranger().send<{ epoch: string }>('/api/sync/directory/snapshot')).body.epoch
  const model = createModel(earlier)
  const report: FuzzReport = { bodies, byStatus: new Map(), results: new Map(), failures: [] }
  const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)
  /** Tokens of requests that were refused as a whole: none may be in the database. */
  const refusedTokens = new Map<string, string>()

  const sendOne = async (lane: Lane, at: number) => {
    const random = createRandom(Math.imul(seed, SPREAD) + at)
    const token = `zqm${at}x`
    const making: Making = { random, names: lane.names, token }
    const replayed = random.chance(REPLAYED) && lane.pushes.length > 0 ? random.pick(lane.pushes) : undefined
    const call = replayed ? undefined : callOf(making, epoch)
    const mutated = replayed?.mutated ?? mutateCall(call as Call, random, { ids, token })
    const isAnonymous = mutated.sent.headers?.cookie !== undefined
    const role = call?.role ?? 'buyer'
    const sender = await senderOf(lane, isAnonymous ? 'stranger' : role)
    let reply: Reply
    try {
      reply = await sender.wire.send(mutated.path, mutated.sent)
    } catch (error) {
      report.failures.push(describe(at, mutated, `there is no reply: ${error}`))
      return
    }
    count(report.byStatus, reply.status)
    const tokens = [...(replayed ? tokensIn(mutated) : [token])]
    const wrong = wrongIn(reply, { codes, tokens, isAdmin: role === 'admin' && !isAnonymous })
    let isRefused = reply.status >= 400
    if (reply.status === 200 && mutated.path.startsWith('/api/sync/push') && mutated.method === 'POST') {
      const pushed = reply.body as Pushed
      const principalId = isAnonymous ? (pushed.principalId ?? '') : sender.principalId
      wrong.push(...model.addPush(principalId, entriesIn(mutated), pushed))
      for (const result of pushed.results) {
        count(report.results, result.code ?? result.status)
        if (result.code && !codes.has(result.code)) wrong.push(`${result.code} is no code of the table`)
        if (tokens.some((each) => result.message?.includes(each))) wrong.push('a refusal repeats what was sent')
      }
      isRefused = pushed.results.every(({ status }) => status === 'refused')
      if (!replayed && !isAnonymous) lane.pushes = [...lane.pushes.slice(-KEPT_PUSHES + 1), { mutated, principalId }]
    }
    if (reply.status === 200) addEffect(sender.principalId, reply.body)
    for (const each of tokens) {
      if (isRefused && !replayed) refusedTokens.set(each, describe(at, mutated, `status ${reply.status}`))
      else if (!isRefused) refusedTokens.delete(each)
    }
    if (stage.faults.length > 0) wrong.push(...stage.faults.splice(0).map(({ message, about }) => `${message}: ${about}`))
    report.failures.push(
      ...wrong.map((what) => describe(at, mutated, `${what}\n  reply ${reply.status}: ${reply.text.slice(0, 300)}`)),
    )
  }

  /** For calls that have the same effect as a mutation. */
  function addEffect(principalId: string, body: unknown) {
    const { ticketId, hasVoted } = (body ?? {}) as { ticketId?: string; hasVoted?: boolean }
    if (ticketId) model.addTicket(ticketId)
    if (hasVoted !== undefined) model.setVote(principalId, stage.published, hasVoted)
  }

  for (let phase = 0; phase < phases; phase += 1) {
    const [from, to] = [Math.floor((bodies * phase) / phases), Math.floor((bodies * (phase + 1)) / phases)]
    await Promise.all(
      lanes.map(async (lane, number) => {
        lane.names.queued = await readQueues(lane.admin)
        for (let at = from; at < to; at += 1) if (at % LANES === number) await sendOne(lane, at)
      }),
    )
    const different = await model.compare(stage, known)
    report.failures.push(...different.map((what) => `after phase ${phase + 1}: ${what}`))
    const tables = await dumpTables(stage)
    for (const [token, description] of refusedTokens) {
      const holding = [...tables].filter(([, text]) => text.includes(token)).map(([name]) => name)
      if (holding.length > 0) report.failures.push(`a refused token is in ${holding.join(', ')}: ${description}`)
    }
    refusedTokens.clear()
  }
  return report
}

async function orderOf({ sql }: Stage, { principalId }: Person): Promise<string> {
  const [order] = await sql<{ id: string }[]>`select id from orders where principal_id = ${principalId} limit 1`
  if (!order) throw new Error('The buyer has no order')
  return order.id
}

/** The newest entries of each list that an admin reads. */
async function readQueues({ wire }: Person): Promise<Names['queued']> {
  const read = async (queue: (typeof QUEUES)[number]) => {
    const { text } = await wire.send(`/api/admin/${queue}`)
    return [queue, [...text.matchAll(/"id":"([^"]+)"/g)].slice(0, 20).map(([, id = '']) => id)] as const
  }
  return Object.fromEntries(await Promise.all(QUEUES.map(read)))
}

function callOf(making: Making, epoch: string): Call {
  const kind = making.random.next()
  if (kind < 0.45) return pushOf(making)
  if (kind < 0.53) return pullOf(making)
  if (kind < 0.6) return directoryOf(making, epoch)
  return making.random.pick(productCalls(making))
}

/** Codes that a client of any release can receive: the API description lists them. */
export async function readCodes(url: string): Promise<Set<string>> {
  const { body } = await openWire(url).send<{ components: { schemas: { Problem: { description: string } } } }>(
    '/api/openapi.json',
  )
  return new Set(body.components.schemas.Problem.description.replace('Codes: ', '').split(', '))
}

type Expected = { codes: Set<string>; tokens: string[]; isAdmin: boolean }

/** Violations in a reply: what none may be or contain. */
export function wrongIn({ status, headers, text, body }: Reply, { codes, tokens, isAdmin }: Expected): string[] {
  const wrong: string[] = []
  const isOverload = status === 503 && headers.has('retry-after')
  if (status >= 500 && !isOverload) wrong.push('the server failed')
  if (text.includes(CANARY) && !isAdmin) wrong.push("something of another principal's is in the reply")
  if (status < 400) return wrong
  const refusal = (body ?? {}) as Partial<Refusal>
  if (!headers.get('content-type')?.includes('application/json')) wrong.push('the refusal is no JSON')
  if (typeof refusal.message !== 'string' || refusal.message === '') wrong.push('the refusal has no message')
  if (typeof refusal.code !== 'string' || !codes.has(refusal.code)) wrong.push('the refusal has no code of the table')
  if (tokens.some((token) => text.includes(token))) wrong.push('the refusal repeats what was sent')
  if (/\bat \S+ \(|node_modules|\.ts:\d/.test(text)) wrong.push('the refusal holds a stack')
  return wrong
}

const textOf = ({ sent }: Mutated) =>
  typeof sent.body === 'string' ? sent.body : sent.body === undefined ? '' : new TextDecoder().decode(sent.body)

const entriesIn = (mutated: Mutated) => (JSON.parse(textOf(mutated).replace(/^\ufeff/, '')) as { mutations: Entry[] }).mutations

const tokensIn = (mutated: Mutated) => new Set(textOf(mutated).match(/zqm\d+x/g) ?? [])

const describe = (at: number, mutated: Mutated, what: string) =>
  `body ${at}: ${what}\n  ${mutated.method} ${mutated.path.slice(0, 200)} [${mutated.done.join('; ')}]\n  ${textOf(mutated).slice(0, 700)}`
