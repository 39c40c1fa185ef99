import type { ServerWebSocket } from 'bun'

type Pair = { upstream: WebSocket; unsent: (string | ArrayBuffer)[]; device: ServerWebSocket<Pair> | undefined }

/**
 * A load balancer as an operator puts in front of the nodes: it sends each request to the next healthy node, passes WebSockets, and
 * asks each node for its health. It repeats no request.
 *
 * @param everyMs  how often it asks
 */
export function startBalancer(everyMs: number) {
  const nodes = new Map<string, boolean>()
  let turn = 0
  const next = () => {
    const healthy = [...nodes].flatMap(([url, isHealthy]) => (isHealthy ? [url] : []))
    return healthy[turn++ % Math.max(1, healthy.length)]
  }
  const check = async (url: string) => {
    const isHealthy = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (nodes.has(url)) nodes.set(url, isHealthy)
  }
  const checks = setInterval(() => void Promise.all([...nodes.keys()].map(check)), everyMs)

  const server = Bun.serve<Pair, never>({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request, own) {
      const node = next()
      if (!node) return new Response('no node', { status: 502 })
      const { pathname, search } = new URL(request.url)
      if (request.headers.get('upgrade') === 'websocket') {
        const headers = Object.fromEntries(['cookie', 'origin'].flatMap((name) => entryOf(request, name)))
        // The constructor of Bun accepts headers, which the types of the DOM do not know.
        const upstream = new WebSocket(`${node.replace('http', 'ws')}${pathname}${search}`, { headers } as never)
        const pair: Pair = { upstream, unsent: [], device: undefined }
        upstream.onmessage = ({ data }) => (pair.device ? void pair.device.send(data) : void pair.unsent.push(data))
        upstream.onclose = () => pair.device?.close()
        return own.upgrade(request, { data: pair }) ? undefined : new Response('no upgrade', { status: 502 })
      }
      const response = await fetch(node + pathname + search, {
        method: request.method,
        headers: request.headers,
        body: request.method === 'GET' ? null : await request.arrayBuffer(),
        redirect: 'manual',
        // Its bytes are passed on as they are.
        decompress: false,
      } as RequestInit).catch(() => new Response('the node did not answer', { status: 502 }))
      return new Response(response.body, response)
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
      nodes.set(url, false)
      await check(url)
    },
    remove: (url: string) => void nodes.delete(url),
    isHealthy: (url: string) => nodes.get(url) === true,
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
