const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/

/**
 * The base of links in mails. A client that triggers a mail to another user also chooses the `Host` header, so without
 * `PUBLIC_URL` the header is trusted only where it names this machine.
 */
export function publicOrigin(request: Request, publicUrl: string | undefined, ownUrl: string): string {
  if (publicUrl) return new URL(publicUrl).origin
  const host = request.headers.get('host') ?? ''
  return LOOPBACK.test(host) ? `http://${host}` : ownUrl
}
