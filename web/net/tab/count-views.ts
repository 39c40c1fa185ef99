import * as v from 'valibot'
import { MAX_VISITS, Visit } from '#shared/visits/contract.ts'
import { VISITS_TOLD } from './kept-in-tab.ts'

const WAITING = 'latchkeyVisits'

/** Visits within this interval are sent in one call. */
const GATHER_MS = 2000

let timer: ReturnType<typeof setTimeout> | undefined
let isListening = false

/**
 * Counts one visit anonymously, once per subject and visit of the site. Offline, the visit is stored on this device. It is only a
 * statistic, so a lost response is not retried.
 */
export function countVisit(visit: Visit) {
  const key = `${visit.subject} ${visit.id} ${visit.kind}`
  const counted = read(sessionStorage, VISITS_TOLD, v.array(v.string()))
  if (counted.includes(key)) return
  write(sessionStorage, VISITS_TOLD, [...counted, key])
  write(localStorage, WAITING, [...waiting(), visit].slice(-MAX_VISITS))
  listen()
  timer ??= setTimeout(send, GATHER_MS)
}

const waiting = () => read(localStorage, WAITING, v.array(Visit))

function send() {
  clearTimeout(timer)
  timer = undefined
  const visits = waiting()
  if (visits.length === 0 || !navigator.onLine) return
  write(localStorage, WAITING, [])
  const init = { method: 'POST', body: JSON.stringify({ visits }), headers: { 'content-type': 'application/json' } }
  // `keepalive`: the request completes even if the page is left for the mail program.
  fetch('/api/visits', { ...init, keepalive: true }).catch(() => write(localStorage, WAITING, [...visits, ...waiting()]))
}

function listen() {
  if (isListening) return
  isListening = true
  addEventListener('online', send)
  addEventListener('pagehide', send)
}

/** Without storage, visits within the page may be counted twice; nothing else is lost. */
function read<Value>(storage: Storage, key: string, schema: v.GenericSchema<unknown, Value[]>): Value[] {
  try {
    const kept = v.safeParse(schema, JSON.parse(storage.getItem(key) ?? '[]'))
    return kept.success ? kept.output : []
  } catch {
    return []
  }
}

function write(storage: Storage, key: string, value: unknown[]) {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden: one visit less is counted.
  }
}
