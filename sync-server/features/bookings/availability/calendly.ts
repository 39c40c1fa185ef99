import { z } from 'zod'
import { CALL_MS } from '#shared/bookings/slots.ts'

/** Client for an investor's Calendly calendar, with the token that the investor supplied. */
export type Calendly = {
  /** @throws Error when the calendar cannot be read; its message never contains the token */
  freeTimes: (calendar: { link: string; token: string; from: Date; until: Date }) => Promise<FreeTimes>
}

export type FreeTimes = {
  /** Milliseconds since the epoch, ascending, without duplicates. */
  starts: number[]
  /** IANA name. */
  timeZone: string
}

/** Deadline for all requests of one query together: a user waits for a dialog to open. */
const DEADLINE_MS = 5000

/** The provider returns at most one week per request. */
const CHUNK_MS = 7 * 24 * 60 * 60 * 1000

const MAX_SLOTS = 1000

const Me = z.object({ resource: z.object({ uri: z.url(), scheduling_url: z.url(), timezone: z.string().max(64) }) })
const EventTypes = z.object({
  collection: z.array(z.object({ uri: z.url(), scheduling_url: z.url(), duration: z.number(), active: z.boolean() })),
})
const AvailableTimes = z.object({
  collection: z.array(z.object({ status: z.string(), start_time: z.iso.datetime({ offset: true }) })).max(MAX_SLOTS),
})

/**
 * Calendly API, version 2. Requests are only sent to the configured address: the link selects the page of the calendar, and URLs
 * in responses are never followed.
 */
export function createCalendly(baseUrl: string, deadlineMs = DEADLINE_MS): Calendly {
  return {
    async freeTimes({ link, token, from, until }) {
      const page = pageOf(link)
      if (!page) throw new Error('The link is not a Calendly page')
      const signal = AbortSignal.timeout(deadlineMs)
      const ask = async <Answer>(path: string, query: Record<string, string>, shape: z.ZodType<Answer>): Promise<Answer> => {
        const url = `${baseUrl.replace(/\/$/, '')}/${path}?${new URLSearchParams(query)}`
        const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
        const reply = await fetch(url, { headers, signal, redirect: 'error' })
        if (!reply.ok) throw new Error(`The calendar replied with status ${reply.status}`)
        return shape.parse(await reply.json())
      }

      const { resource: me } = await ask('users/me', {}, Me)
      const { collection: types } = await ask('event_types', { user: me.uri, active: 'true', count: '100' }, EventTypes)
      const open = types.filter(({ active }) => active)
      const isProfile = pageOf(me.scheduling_url) === page
      const type =
        open.find(({ scheduling_url }) => pageOf(scheduling_url) === page) ??
        (isProfile ? open.find(({ duration }) => duration * 60_000 === CALL_MS) : undefined)
      if (!type) throw new Error('The calendar has no such page')

      const starts = new Set<number>()
      for (let at = from.getTime(); at < until.getTime(); at += CHUNK_MS) {
        const end = Math.min(at + CHUNK_MS, until.getTime())
        const query = { event_type: type.uri, start_time: new Date(at).toISOString(), end_time: new Date(end).toISOString() }
        const { collection } = await ask('event_type_available_times', query, AvailableTimes)
        for (const { status, start_time } of collection) if (status === 'available') starts.add(Date.parse(start_time))
      }
      return { starts: [...starts].sort((a, b) => a - b), timeZone: me.timezone }
    },
  }
}

/** The calendar page that a link points to; `undefined` for any other site. */
export function pageOf(link: string): string | undefined {
  const url = URL.parse(link)
  if (!url || !/^(www\.)?calendly\.com$/.test(url.hostname)) return undefined
  return url.pathname.replace(/\/+$/, '').toLowerCase()
}
