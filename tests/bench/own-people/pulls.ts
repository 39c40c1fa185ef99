import { readFileSync } from 'node:fs'
import { privateCollections } from '#shared/sync/collections.ts'
import { type Have, hashVersions } from '#shared/sync/have.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { median } from '#tests/bench/statistics.ts'
import type { BenchAccount } from './account.ts'

/** What a call, or the calls of a pull, cost. Milliseconds, of which `nodeMs` are processor time of the node; bytes of JSON. */
export type Cost = { ms: number; nodeMs: number; requests: number; up: number; down: number }

const REPEATS = 7
/** Ticks of `/proc` a second. */
const TICKS = 100

/** Processor time of a process so far, in milliseconds; in steps of ten. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS
}

/** Median of the elapsed times; mean of the processor time, because its steps are coarse. */
async function measure(pid: number, work: () => Promise<Omit<Cost, 'ms' | 'nodeMs'>>): Promise<Cost> {
  const times: number[] = []
  const before = processorMs(pid)
  let last = { requests: 0, up: 0, down: 0 }
  for (let nth = 0; nth < REPEATS; nth += 1) {
    const began = performance.now()
    last = await work()
    times.push(performance.now() - began)
  }
  return { ms: median(times), nodeMs: (processorMs(pid) - before) / REPEATS, ...last }
}

/**
 * A device that asks as the client does; `web/sync/engine/pull/pull-differences.ts`.
 *
 * @param isEarlier  as a client of the last release, which does not ask for the changes of a large collection
 */
function createDevice({ client, principalId }: BenchAccount, isEarlier = false) {
  let mark = ''
  let versions: Have = {}
  const counted = { requests: 0, up: 0, down: 0 }
  const send = async (path: string, body: object) => {
    const text = JSON.stringify(body)
    const response = await client.send(path, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } })
    const answer = await response.text()
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${answer}`)
    counted.requests += 1
    counted.up += text.length
    counted.down += answer.length
    return answer === '' ? undefined : JSON.parse(answer)
  }
  const ask = (body: object) => send('/api/sync/me', { principalId, ...body }) as Promise<PrivateDelta | undefined>
  const few = (): Have => {
    const sizeOf = (name: string) => Object.keys(versions[name] ?? {}).length
    return Object.fromEntries(privateCollections.filter((name) => sizeOf(name) <= 20).map((name) => [name, versions[name] ?? {}]))
  }
  const apply = (delta: PrivateDelta | undefined) => {
    if (!delta) return
    for (const [name, docs] of Object.entries(delta.put))
      versions[name] = { ...versions[name], ...Object.fromEntries(docs.map(({ id, version }) => [id, version])) }
    mark = delta.mark ?? mark
  }
  const start = () => Object.assign(counted, { requests: 0, up: 0, down: 0 })

  return {
    async first() {
      start()
      versions = {}
      apply(await ask({ mark: '', have: Object.fromEntries(privateCollections.map((name) => [name, {}])) }))
      return { ...counted }
    },
    /** @param doubtful  the collection that this device has changed itself, and the id of what it changed */
    async next(doubtful?: { collection: string; id: string }) {
      start()
      const have: Have = few()
      const hashes: Record<string, string> = {}
      const own = doubtful && { doubtful: [doubtful.collection] }
      const large = privateCollections.filter((name) => versions[name] && !have[name])
      const wanted = (name: string) => (doubtful?.collection === name ? [doubtful.id] : [])
      const changes = isEarlier ? undefined : Object.fromEntries(large.map((name) => [name, wanted(name)]))
      if (doubtful && !changes?.[doubtful.collection])
        have[doubtful.collection] = { ...versions[doubtful.collection], [doubtful.id]: 0 }
      for (let request = 0; request < 4; request += 1) {
        const delta = await ask({ mark, have, hashes, changes, ...own })
        if (!delta?.differ) {
          apply(delta)
          return { ...counted }
        }
        for (const name of delta.differ) {
          const stored = versions[name] ?? {}
          if (Object.keys(stored).length > 100 && hashes[name] === undefined) hashes[name] = hashVersions(stored)
          else have[name] = stored
        }
      }
      throw new Error('The pull did not end.')
    },
    async push(mutations: object[]) {
      start()
      const { results } = (await send('/api/sync/push', { clientId: crypto.randomUUID(), principalId, mutations })) as PushReply
      const refused = results.find(({ status }) => status !== 'applied')
      if (refused) throw new Error(`Refused: ${JSON.stringify(refused)}`)
      return { ...counted }
    },
  }
}

const mutationOf = (name: string, args: object, at: number) => ({
  ...{ id: uuid7(at), name, args, madeAt: new Date().toISOString() },
})
function uuid7(at: number): string {
  const hex = (Date.now() + at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${crypto.randomUUID().slice(15)}`
}

/** Writes a dated note as another device of the account. */
export async function writeNote(account: BenchAccount, text: string) {
  const [contactId = ''] = account.personIds
  const args = { id: `ent_${uuid7(0)}`, contactId, text, writtenOn: new Date().toISOString() }
  await createDevice(account).push([mutationOf('entry.write', args, 0)])
}

/** The server's figures of one account, in the order in which they are printed. */
export async function measurePulls(pid: number, account: BenchAccount): Promise<Record<string, Cost>> {
  const device = createDevice(account)
  const other = createDevice(account)
  const earlier = createDevice(account, true)
  const [entryId = '', secondId = ''] = account.entryIds
  const [contactId = ''] = account.personIds
  let at = 0
  const write = (id: string) => {
    at += 1
    const args = { id, contactId, text: `Wants the deck ${at}`, writtenOn: new Date().toISOString() }
    return mutationOf('entry.write', args, at)
  }
  const figures: Record<string, Cost> = {}
  await device.first()
  figures['first pull, everything'] = await measure(pid, () => device.first())
  figures['pull with nothing new'] = await measure(pid, () => device.next())
  figures['push of a changed note'] = await measure(pid, () => other.push([write(entryId)]))
  figures['push of a new note'] = await measure(pid, () => other.push([write(`ent_${uuid7(at)}`)]))
  await device.next()
  const afterChange = async (asking: typeof device, doubtful?: { collection: string; id: string }) => {
    await other.push([write(secondId)])
    return asking.next(doubtful)
  }
  const own = { collection: 'entries', id: secondId }
  figures['push, and a pull of another device'] = await measure(pid, () => afterChange(device))
  figures['push, and a pull of the same device'] = await measure(pid, () => afterChange(device, own))
  await earlier.first()
  figures['the same two as the last release'] = await measure(pid, () => afterChange(earlier))
  figures.and = await measure(pid, () => afterChange(earlier, own))
  return figures
}
