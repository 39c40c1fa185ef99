/**
 * Reads calendar objects outside the thread that answers requests: an event may have a rule that no library evaluates in bounded
 * time, and any sender can invite its owner to one. Each object is answered by itself, so that the module that started the worker
 * knows which one it has to end it for.
 */
import { type BusyEvent, busyEventsOf, type EventsQuery } from './busy-events.ts'

export type ReadRequest = { files: string[]; query: EventsQuery }
/** One for each file, in order, after `begun`: the start of a worker takes time that no file is to blame for. */
export type ReadReply = { events: BusyEvent[] } | { error: string }

declare const self: Worker

self.onmessage = ({ data: { files, query } }: MessageEvent<ReadRequest>) => {
  self.postMessage('begun')
  for (const file of files) self.postMessage(replyTo(file, query))
}

function replyTo(file: string, query: EventsQuery): ReadReply {
  try {
    return { events: busyEventsOf(file, query) }
  } catch (error) {
    // The message of a parser may contain the text of an event.
    return { error: error instanceof Error ? error.name : 'Error' }
  }
}
