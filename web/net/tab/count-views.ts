import * as v from 'valibot'
import { MAX_VISITS, Visit } from '#shared/visits/contract.ts'
import { VISITS_TOLD } from './kept-in-tab.ts'

const WAITING = 'latchkeyVisits'

/** What is looked at in quick succession goes in one call. */
const GATHER_MS = 2000

let timer: ReturnType<typeof setTimeout> | undefined
let isListening = false

/**
 * Has one visit counted, without a word of who it was: once for each thing and visit of the site.
 * Without a connection it waits on this device. It is a number among many, so a lost answer is not asked for again.
 */
export function countVisit(visit: Visit) {
  const mark = `${visit.subject} ${visit.id} ${visit.kind}`
  const told = read(sessionStorage, VISITS_TOLD, v.array(v.string()))
  if (told.includes(mark)) return
  write(sessionStorage, VISITS_TOLD, [...told, mark])
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
  // It goes on when the page is left for the mail program.
  fetch('/api/visits', { ...init, keepalive: true }).catch(() => write(localStorage, WAITING, [...visits, ...waiting()]))
}

function listen() {
  if (isListening) return
  isListening = true
  addEventListener('online', send)
  addEventListener('pagehide', send)
}

/** A browser that keeps nothing for the page counts nothing twice within it, and loses nobody's words. */
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
    // Full or forbidden: a visit less is counted.
  }
}
