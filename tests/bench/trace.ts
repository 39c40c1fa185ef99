import type { Browser } from 'playwright'
import * as v from 'valibot'

const ProfileNode = v.object({
  id: v.number(),
  parent: v.optional(v.number()),
  callFrame: v.object({ functionName: v.string(), url: v.optional(v.string()), lineNumber: v.optional(v.number()) }),
})
type ProfileNode = v.InferOutput<typeof ProfileNode>

const Numbers = v.optional(v.array(v.number()))
/** What is read of the events that have arguments of interest. */
const Args = v.object({
  name: v.optional(v.string()),
  data: v.optional(
    v.object({
      cpuProfile: v.optional(v.object({ nodes: v.optional(v.array(ProfileNode)), samples: Numbers })),
      timeDeltas: Numbers,
    }),
  ),
})
const Event = v.object({
  name: v.string(),
  ph: v.string(),
  /** Instants and durations are microseconds. */
  ts: v.number(),
  dur: v.optional(v.number()),
  pid: v.number(),
  tid: v.number(),
  id: v.optional(v.union([v.string(), v.number()])),
  args: v.unknown(),
})
type TraceEvent = v.InferOutput<typeof Event>

const CATEGORIES = ['devtools.timeline', 'v8', 'disabled-by-default-v8.cpu_profiler', '__metadata']

/** Records what every process of the browser does during some work. */
export async function traceOf(browser: Browser, work: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...v.parse(v.array(Event), value)))
  const isComplete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: CATEGORIES } })
  await work()
  await session.send('Tracing.end')
  await isComplete
  return events
}

export type Share = { name: string; ms: number }
export type ThreadReport = {
  name: string
  /** By event of the trace: time in it and in no event below it. */
  events: Share[]
  /** By function: time in itself, and with all that it calls. */
  functions: { own: Share[]; all: Share[] }
}

/** The threads that ran scripts, the busiest first. */
export function reportOf(events: readonly TraceEvent[]): ThreadReport[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const names = new Map(
    events.filter(({ name }) => name === 'thread_name').map((event) => [threadOf(event), v.parse(Args, event.args).name]),
  )
  const complete = Map.groupBy(
    events.filter(({ ph }) => ph === 'X'),
    threadOf,
  )
  const profiles = Map.groupBy(
    events.filter(({ name }) => name === 'Profile' || name === 'ProfileChunk'),
    ({ pid, id }) => `${pid}/${id}`,
  )
  return [...profiles.values()]
    .map((chunks) => {
      const thread = threadOf(chunks.find(({ name }) => name === 'Profile') ?? (chunks[0] as TraceEvent))
      return {
        name: names.get(thread) ?? thread,
        events: timeOfEvents(complete.get(thread) ?? []),
        functions: timeOfFunctions(chunks),
      }
    })
    .toSorted((one, other) => total(other.functions.own) - total(one.functions.own))
}

const total = (shares: readonly Share[]) => shares.reduce((sum, { name, ms }) => (name.startsWith('(') ? sum : sum + ms), 0)

/** The largest first, in milliseconds. */
const shares = (byName: ReadonlyMap<string, number>): Share[] =>
  [...byName].map(([name, us]) => ({ name, ms: us / 1000 })).toSorted((one, other) => other.ms - one.ms)

function timeOfEvents(events: readonly TraceEvent[]): Share[] {
  const own = new Map<string, number>()
  const open: { event: TraceEvent; end: number; below: number }[] = []
  const close = () => {
    const last = open.pop()
    if (!last) return
    const { event, below } = last
    const duration = event.dur ?? 0
    own.set(event.name, (own.get(event.name) ?? 0) + duration - below)
    const above = open.at(-1)
    if (above) above.below += duration
  }
  for (const event of events.toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= event.ts) close()
    open.push({ event, end: event.ts + (event.dur ?? 0), below: 0 })
  }
  while (open.length > 0) close()
  return shares(own)
}

function timeOfFunctions(chunks: readonly TraceEvent[]): ThreadReport['functions'] {
  const nodes = new Map<number, ProfileNode>()
  const own = new Map<string, number>()
  const all = new Map<string, number>()
  const add = (to: Map<string, number>, name: string, us: number) => to.set(name, (to.get(name) ?? 0) + us)
  for (const { args } of chunks.toSorted((one, other) => one.ts - other.ts)) {
    const { cpuProfile: { nodes: found = [], samples = [] } = {}, timeDeltas = [] } = v.parse(Args, args).data ?? {}
    for (const node of found) nodes.set(node.id, node)
    for (const [at, id] of samples.entries()) {
      const us = timeDeltas[at] ?? 0
      const above = new Set<string>()
      for (let node = nodes.get(id); node; node = nodes.get(node.parent ?? -1)) above.add(labelOf(node))
      const [lowest] = above
      if (lowest !== undefined) add(own, lowest, us)
      for (const name of above) add(all, name, us)
    }
  }
  return { own: shares(own), all: shares(all) }
}

const labelOf = ({ callFrame: { functionName, url = '', lineNumber } }: ProfileNode) =>
  `${functionName || '(anonymous)'}${url ? ` ${url.split('/').at(-1)}:${lineNumber}` : ''}`
