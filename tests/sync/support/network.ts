import type { MemoryServer } from './memory-server.ts'

/** What happens to one request. `doubles`: the server receives it twice, and the later reply arrives. */
export type Fate = 'delivers' | 'loses the request' | 'loses the reply' | 'doubles'

/** One browser's connection to the memory server: its cookie, and the fate of each request in order. */
export class Browser {
  cookie: string | undefined
  fates: Fate[] = []
  isOnline = true
  /** Called while a reply is on its way back, so that a test can run something before the reply arrives. */
  beforeReply: ((path: string) => Promise<void>) | undefined

  constructor(private readonly server: MemoryServer) {}

  send = async (path: string, init: RequestInit): Promise<Response> => {
    const fate = this.isOnline ? (this.fates.shift() ?? 'delivers') : 'loses the request'
    if (fate === 'loses the request') throw new TypeError('Failed to fetch')
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const sentAs = this.cookie
    if (fate === 'doubles') this.server.handle(path, body, sentAs)
    const reply = this.server.handle(path, body, sentAs)
    await this.beforeReply?.(path)
    if (fate === 'loses the reply') throw new TypeError('Failed to fetch')
    if (reply.cookie !== undefined) this.cookie = reply.cookie ?? undefined
    const text = reply.body === undefined ? null : typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    return new Response(text, { status: reply.status })
  }
}
