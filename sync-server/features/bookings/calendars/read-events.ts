import { LRUCache } from 'lru-cache'
import type { BusyEvent, EventsQuery } from './busy-events.ts'
import type { ReadReply, ReadRequest } from './busy-worker.ts'
import { CalendarError, type UnreadEvent } from './external-calendar.ts'

/** Of one object, before the worker is ended for it. Of a calendar, before its read is given up. */
type Limits = { objectMs: number; calendarMs: number }
const LIMITS: Limits = { objectMs: 1000, calendarMs: 4000 }
const IDLE_MS = 30_000

/** `events`: undefined where the object could not be read. */
type Outcome = { events: BusyEvent[] | undefined }

/**
 * An object that has not changed is not read again. An outcome is times and UIDs; no text is kept. An object that could not be
 * read is tried again after half an hour: this machine may have been slow.
 */
const MAX_KEPT_EVENTS = 200_000
const RETRY_MS = 30 * 60 * 1000
const kept = new LRUCache<string, Outcome>({
  maxSize: MAX_KEPT_EVENTS,
  sizeCalculation: ({ events }) => 1 + (events?.length ?? 0),
})

let queue: Promise<unknown> = Promise.resolve()
let worker: Worker | undefined
let idle: Timer | undefined

/**
 * The busy events of calendar objects, read by a worker, one calendar after the other. An object that takes too long, recurs too
 * often or cannot be parsed is left out and named: any sender can put one into a calendar. What was read is kept, so that a flood
 * of such objects delays a calendar by a few reads and no longer.
 *
 * @throws CalendarError `too-large` where all of it takes too long, `unreadable` where the server sent something else
 */
export async function readEvents(
  files: string[],
  query: EventsQuery,
  limits = LIMITS,
): Promise<{ events: BusyEvent[]; unread: UnreadEvent[] }> {
  if (!files.every(isCalendarObject)) throw new CalendarError('unreadable', 'An object is not a calendar object')
  const turn = queue.then(() => readAll(files, query, limits))
  queue = turn.catch(() => undefined)
  const outcomes = await turn
  return {
    events: outcomes.flatMap(({ events }) => events ?? []),
    unread: files.filter((_, index) => !outcomes[index]?.events).map((file) => ({ day: dayOf(file) })),
  }
}

/** Outcomes in the order of the files. Single events are read first: their number is bounded by the size of the answer. */
async function readAll(files: string[], query: EventsQuery, limits: Limits): Promise<Outcome[]> {
  const about = JSON.stringify(query)
  const objects = files.map((file) => {
    const key = new Bun.CryptoHasher('sha256').update(about).update(file).digest('hex')
    return { file, key, outcome: kept.get(key) }
  })
  const missing = objects
    .filter(({ outcome }) => !outcome)
    .map((object) => ({ object, isSeries: /^(RRULE|RDATE)/im.test(object.file) }))
    .toSorted((a, b) => Number(a.isSeries) - Number(b.isSeries))
    .map(({ object }) => object)
  const deadline = performance.now() + limits.calendarMs
  for (let read = 0; read < missing.length; ) {
    const left = missing.slice(read)
    const replies = await ask({ files: left.map(({ file }) => file), query }, limits, deadline)
    for (const [index, object] of left.slice(0, replies.length).entries()) {
      const reply = replies[index]
      const events = reply && 'events' in reply ? reply.events : undefined
      object.outcome = { events }
      kept.set(object.key, object.outcome, events ? {} : { ttl: RETRY_MS })
    }
    read += replies.length
    if (read < missing.length && performance.now() >= deadline) {
      throw new CalendarError('too-large', 'The calendar takes too long to read')
    }
  }
  return objects.map(({ outcome }) => outcome ?? { events: undefined })
}

/**
 * The replies to the first files: to all of them, to those before the deadline, or to those up to one that takes too long, for
 * which the worker is ended. That one has the reply of an error.
 *
 * @throws CalendarError `unreadable`
 */
async function ask(request: ReadRequest, { objectMs }: Limits, deadline: number): Promise<ReadReply[]> {
  clearTimeout(idle)
  worker ??= new Worker(new URL('./busy-worker.ts', import.meta.url), { ref: false } as WorkerOptions)
  const asked = worker
  const replies: ReadReply[] = []
  const end = Promise.withResolvers<'complete' | 'stuck' | 'late'>()
  let watch: Timer | undefined
  const watchNext = () => {
    clearTimeout(watch)
    const at = replies.length
    // Replies that have arrived while this thread was busy are taken first.
    const isStuck = () => setImmediate(() => at === replies.length && end.resolve('stuck'))
    watch = setTimeout(() => setImmediate(isStuck), objectMs)
  }
  const late = setTimeout(() => end.resolve('late'), Math.max(1, deadline - performance.now()))
  asked.onmessage = ({ data }: MessageEvent<ReadReply | 'begun'>) => {
    if (data !== 'begun') replies.push(data)
    if (replies.length === request.files.length) end.resolve('complete')
    else watchNext()
  }
  asked.onerror = () => end.reject(new CalendarError('unreadable', 'The reader of calendars has failed'))
  asked.postMessage(request)
  try {
    const ended = await end.promise
    if (ended !== 'complete') endWorker()
    if (ended === 'stuck') replies.push({ error: 'Timeout' })
    return replies
  } catch (error) {
    endWorker()
    throw error
  } finally {
    clearTimeout(watch)
    clearTimeout(late)
    idle = setTimeout(endWorker, IDLE_MS)
    idle.unref()
  }
}

function endWorker() {
  worker?.terminate()
  worker = undefined
}

/** A server that answers with something else, or with a part, has sent no calendar: that is no fault of one event. */
const isCalendarObject = (file: string) => /^\s*BEGIN:VCALENDAR\s/i.test(file) && /\sEND:VCALENDAR\s*$/i.test(file.slice(-100))

/** The day on which an event starts first, such as `2026-11-27`: by it the owner finds it. */
function dayOf(file: string): string | null {
  const head = file.slice(Math.max(0, file.search(/^BEGIN:VEVENT/im)))
  const found = /^DTSTART[^:\r\n]{0,200}:(\d{4})(\d\d)(\d\d)/im.exec(head.slice(0, 20_000))
  const day = found?.slice(1).join('-')
  const isDay = day !== undefined && new Date(Date.parse(day) || 0).toISOString().startsWith(day)
  return isDay ? day : null
}
