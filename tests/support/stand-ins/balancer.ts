import type { ServerWebSocket } from 'bun'

/** @property open  the number of requests that it is answering */
type Node = { isHealthy: boolean; isAsked: boolean; open: number }
type Pair = { upstream: WebSocket; unsent: (string | ArrayBuffer)[]; device: ServerWebSocket<Pair> | undefined }

/**
 * A load balancer as an operator puts in front of the nodes: it sends each request to the next healthy node, passes WebSockets, and
 * asks each node for its health. It repeats no request, and sends a reply once it has all of it.
 *
 * @param everyMs  how often it asks
 */
export function startBalancer(everyMs: number) {
  const nodes = new Map<string, Node>()
  let turn = 0
  const next = () => {
    const healthy = [...nodes].filter(([, { isHealthy }]) => isHealthy)
    return healthy[turn++ % Math.max(1, healthy.length)]
  }
  /** A node whose database is slow stays: it would be slow for the other nodes as well. */
  const serves = async (url: string) => {
    const reply = await fetch(`${url}/api/health`)
    const { status } = (await reply.json()) as { status: string }
    return status !== 'draining'
  }
  /** One check of a node at a time: the reply to an earlier one never arrives after that to a later one. */
  const check = async (url: string) => {
    const node = nodes.get(url)
    if (!node || node.isAsked) return
    node.isAsked = true
    node.isHealthy = await serves(url).catch(() => false)
    node.isAsked = false
  }
  const checks = setInterval(() => void Promise.all([...nodes.keys()].map(check)), everyMs)

  const server = Bun.serve<Pair, never>({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request, own) {
      const [url, node] = next() ?? []
      if (!url || !node) return new Response('no node', { status: 502 })
      const { pathname, search } = new URL(request.url)
      if (request.headers.get('upgrade') === 'websocket') {
        const headers = Object.fromEntries(['cookie', 'origin'].flatMap((name) => entryOf(request, name)))
        // The constructor of Bun accepts headers, which the types of the DOM do not know.
        const upstream = new WebSocket(`${url.replace('http', 'ws')}${pathname}${search}`, { headers } as never)
        const pair: Pair = { upstream, unsent: [], device: undefined }
        upstream.onmessage = ({ data }) => (pair.device ? void pair.device.send(data) : void pair.unsent.push(data))
        upstream.onclose = () => pair.device?.close()
        return own.upgrade(request, { data: pair }) ? undefined : new Response('no upgrade', { status: 502 })
      }
      node.open++
      try {
        const response = await fetch(url + pathname + search, {
          method: request.method,
          headers: request.headers,
          body: request.method === 'GET' ? null : await request.arrayBuffer(),
          redirect: 'manual',
          // Its bytes are passed on as they are.
          decompress: false,
        } as RequestInit)
        const { status } = response
        return new Response(status === 204 || status === 304 ? null : await response.arrayBuffer(), response)
      } catch {
        return new Response('the node did not answer', { status: 502 })
      } finally {
        node.open--
      }
    },
    websocket: {
      open(device) {
        device.data.device = device
        for (const message of device.data.unsent.splice(0)) device.send(message)
        if (device.data.upstream.readyState === WebSocket.CLOSED) device.close()
      },
      message: () => undefined,
      close: (device) => device.data.upstream.close(),
    },
  })

  return {
    url: `http://127.0.0.1:${server.port}`,
    add: async (url: string) => {
      nodes.set(url, { isHealthy: false, isAsked: false, open: 0 })
      await check(url)
    },
    remove: (url: string) => void nodes.delete(url),
    isHealthy: (url: string) => nodes.get(url)?.isHealthy === true,
    /** Whether it sends this node no request any more, and has the replies to all. */
    hasLeft: (url: string) => nodes.get(url)?.isHealthy !== true && !nodes.get(url)?.open,
    stop: async () => {
      clearInterval(checks)
      await server.stop(true)
    },
  }
}

function entryOf({ headers }: Request, name: string): [string, string][] {
  const value = headers.get(name)
  return value === null ? [] : [[name, value]]
}
