/**
 * A server with the part of S3 that uploads need: objects by path, put, got and deleted with a signature.
 *
 * `beforePut` runs before an object is stored; an error it throws becomes a server error.
 */
export function startS3(keyId: string) {
  const hooks: { beforePut?: ((pathname: string) => Promise<void>) | undefined } = {}
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const isSigned = request.headers.get('authorization')?.startsWith(`AWS4-HMAC-SHA256 Credential=${keyId}/`)
      if (!isSigned) return error(403, 'AccessDenied')
      if (request.method === 'PUT') {
        const bytes = await request.bytes()
        try {
          await hooks.beforePut?.(pathname)
        } catch {
          return error(500, 'InternalError')
        }
        objects.set(pathname, bytes)
        return new Response(null, { headers: { etag: '"x"' } })
      }
      if (request.method === 'DELETE') {
        objects.delete(pathname)
        return new Response(null, { status: 204 })
      }
      const object = objects.get(pathname)
      return object ? new Response(object) : error(404, 'NoSuchKey')
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, objects, hooks, stop: () => server.stop(true) }
}

const error = (status: number, code: string) =>
  new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`, { status })
