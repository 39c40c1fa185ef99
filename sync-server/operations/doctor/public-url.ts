import { z } from 'zod'
import type { Env } from '#server/env.ts'
import { codeOf } from '#server/error-code.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const TIMEOUT_MS = 8000

const isLoopback = (hostname: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)

/** What the address itself says, and whether it fits the proxy setting. */
export function checkAddress({
  PUBLIC_URL,
  TRUST_PROXY,
  NODE_ENV,
}: Pick<Env, 'PUBLIC_URL' | 'TRUST_PROXY' | 'NODE_ENV'>): Finding[] {
  if (!PUBLIC_URL) {
    if (TRUST_PROXY === 0) return [ok('No public address: for this machine only.')]
    return [warning('TRUST_PROXY is set, and PUBLIC_URL is not.', 'Set PUBLIC_URL: links in mails need it.')]
  }
  const { protocol, hostname, pathname, search, hash } = new URL(PUBLIC_URL)
  const findings: Finding[] = []
  if (pathname !== '/' || search !== '' || hash !== '') {
    findings.push(
      problem('PUBLIC_URL has a path, which is ignored.', 'Give the app a host of its own, and set PUBLIC_URL to its origin.'),
    )
  }
  if (protocol === 'http:' && !isLoopback(hostname)) {
    const report = NODE_ENV === 'production' ? problem : warning
    findings.push(
      report('PUBLIC_URL is not https: browsers keep no session and install no app.', 'Put a proxy with a certificate in front.'),
    )
  }
  // This server speaks no TLS, so a proxy does.
  if (protocol === 'https:' && TRUST_PROXY === 0) {
    findings.push(
      problem(
        'PUBLIC_URL is https, and TRUST_PROXY is 0: all visitors share the limits of one address, that of the proxy.',
        'Set TRUST_PROXY to the number of proxies.',
      ),
    )
  }
  if (protocol === 'http:' && TRUST_PROXY > 0) {
    findings.push(
      warning(
        'TRUST_PROXY is set without https: where no proxy is, a client chooses its own address.',
        'Set TRUST_PROXY to the number of proxies.',
      ),
    )
  }
  return findings
}

const Health = z.object({ status: z.string(), version: z.string(), database: z.string() })

/** Asks the public address, as a visitor: DNS, certificate, proxy, server, and whether WebSockets pass. */
export async function checkReachable({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): Promise<Finding[]> {
  if (!PUBLIC_URL) return []
  const { origin } = new URL(PUBLIC_URL)
  let reply: Response
  try {
    reply = await fetch(`${origin}/api/health`, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    const code = codeOf(error) || 'no answer'
    if (/CERT|TLS|SSL|SELF_SIGNED|VERIFY/i.test(code)) {
      return [problem(`The certificate of PUBLIC_URL is not valid (${code}).`, 'Renew it, with all intermediate certificates.')]
    }
    return [
      warning(`PUBLIC_URL does not answer (${code}).`, 'Start the server. If it runs, check DNS, the firewall and the proxy.'),
    ]
  }
  if (reply.status >= 300 && reply.status < 400) {
    return [problem('PUBLIC_URL redirects to another address.', 'Set PUBLIC_URL to the address at which the app is served.')]
  }
  if (reply.status === 502 || reply.status === 504) {
    return [
      warning(
        `The proxy of PUBLIC_URL answers ${reply.status}.`,
        'Start the server. If it runs, check the address that the proxy forwards to.',
      ),
    ]
  }
  const health = Health.safeParse(await reply.json().catch(() => undefined))
  if (!health.success) return [problem('Another server answers at PUBLIC_URL.', 'Check DNS and the proxy.')]
  if (health.data.status !== 'ok') return [warning(`The server is ${health.data.status}.`, 'Look at its log.')]
  if (!(await passesWebSocket(origin))) {
    return [
      problem(
        'WebSockets do not reach the server: devices are updated after minutes.',
        'Let the proxy pass "Upgrade" for /api/sync/live.',
      ),
    ]
  }
  return [ok('The server answers at PUBLIC_URL, and WebSockets pass.')]
}

function passesWebSocket(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/api/sync/live`, { headers: { origin } })
    const end = (passes: boolean) => {
      clearTimeout(timer)
      resolve(passes)
      socket.close()
    }
    const timer = setTimeout(() => end(false), TIMEOUT_MS)
    socket.onopen = () => end(true)
    socket.onerror = () => end(false)
    socket.onclose = () => end(false)
  })
}
