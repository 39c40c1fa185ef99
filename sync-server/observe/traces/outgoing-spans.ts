import { isIP } from 'node:net'
import { startStep } from './spans.ts'

/** An address that a user gave is called by its number: its name may be that of the user. */
const hostOf = (host: string) => (isIP(host.replace(/^\[|\]$/g, '')) ? 'address' : host)

/**
 * A step for each call of this process, with the host alone. Nothing is added to the calls themselves: no other service learns of
 * the trace.
 *
 * @returns ends it
 */
export function followOutgoing(): () => void {
  const { fetch } = globalThis
  const followed = async (...[input, init]: Parameters<typeof fetch>) => {
    const url = URL.parse(input instanceof Request ? input.url : String(input))
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase()
    const host = hostOf(url?.hostname ?? '')
    const span = startStep(`${method} ${host}`, 'client', { 'http.request.method': method, 'server.address': host })
    try {
      const reply = await fetch(input, init)
      span?.end({ attributes: { 'http.response.status_code': reply.status }, isFailed: reply.status >= 400 })
      return reply
    } catch (error) {
      span?.end({ isFailed: true })
      throw error
    }
  }
  globalThis.fetch = Object.assign(followed, { preconnect: fetch.preconnect })
  return () => {
    globalThis.fetch = fetch
  }
}
