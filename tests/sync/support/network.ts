import type { MemoryServer } from './memory-server.ts'

/** What happens to one request. Doubled: the server takes it twice, and the later answer arrives. */
export type Fate = 'delivers' | 'loses the request' | 'loses the reply' | 'doubles'

/** One browser's way to the memory server: its cookie, and what the network does to each request in turn. */
export class Browser {
  cookie: string | undefined
  fates: Fate[] = []
  isOnline = true
  /** Called when a reply is on its way back, to let something happen before it arrives. */
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
