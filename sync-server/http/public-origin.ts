const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/

/**
 * Where a link in a mail leads. Whoever asks for a mail to somebody else chooses the
 * `Host` header too, so without `PUBLIC_URL` it is believed only where it names this machine.
 */
export function publicOrigin(request: Request, publicUrl: string | undefined, ownUrl: string): string {
  if (publicUrl) return new URL(publicUrl).origin
  const host = request.headers.get('host') ?? ''
  return LOOPBACK.test(host) ? `http://${host}` : ownUrl
}
