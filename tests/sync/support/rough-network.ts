import type { TestTab } from './test-device.ts'

/** What happens to one request. `echoes`: the server receives it now, and once more much later. */
export const FATES = [
  'delivers',
  'loses the request',
  'loses the reply',
  'doubles',
  'echoes',
  'tab dies before it is sent',
  'tab dies before the reply',
] as const
export type Fate = (typeof FATES)[number]

/** One device's connection to a real server: a cookie jar, and a network that follows its list of fates. */
export class RoughNetwork {
  readonly cookies = new Map<string, string>()
  readonly fates: Fate[] = []
  isOnline = true
  tab: TestTab | undefined
  private readonly echoes: (() => Promise<unknown>)[] = []

  constructor(private readonly url: string) {}

  send = async (path: string, init: RequestInit): Promise<Response> => {
    const fate = this.isOnline ? (this.fates.shift() ?? 'delivers') : 'loses the request'
    if (fate === 'tab dies before it is sent') this.tab?.kill()
    if (fate === 'loses the request' || fate === 'tab dies before it is sent') throw new TypeError('Failed to fetch')
    const request = this.prepare(path, init)
    if (fate === 'doubles') void (await fetch(...request).then((response) => response.text()))
    if (fate === 'echoes') this.echoes.push(() => fetch(...request).then((response) => response.text()))
    const response = await fetch(...request)
    if (fate === 'tab dies before the reply') this.tab?.kill()
    // A browser cancels the requests of a closed tab and stores no cookie from their replies.
    if (fate === 'loses the reply' || fate === 'tab dies before the reply' || init.signal?.aborted) {
      await response.text()
      throw new TypeError('Failed to fetch')
    }
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  /** Delivers every delayed copy now; nothing waits for their replies any more. */
  async deliverEchoes() {
    for (const echo of this.echoes.splice(0)) await echo()
  }

  heal() {
    this.fates.length = 0
    this.isOnline = true
  }

  private prepare(path: string, init: RequestInit): [string, RequestInit] {
    const headers = new Headers(init.headers)
    headers.set('origin', this.url)
    headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const { method = 'GET', body = null } = init
    return [this.url + path, { method, body, headers, redirect: 'manual' }]
  }

  private keep(line: string) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
