import { Elysia } from 'elysia'
import * as v from 'valibot'
import { leaveBodyUnread, readField } from '#server/http/body/multipart.ts'
import { clientAddress } from '#server/http/limits/client-address.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import { isKnown } from '#server/http/replies/is-known.ts'
import { type Identity, session } from '#server/http/session.ts'
import { Problem } from '#shared/problem.ts'
import { PICTURE_FILE } from '#shared/uploads/address.ts'
import { Uploaded, type UploadPath, uploadFields } from '#shared/uploads/contract.ts'
import { storePicture, type UploadDeps } from './service.ts'

/**
 * A picture never changes, but is deleted with its account or record. A browser keeps what its user has seen; a shared cache may
 * serve it for another hour, as it does chunks of the directory.
 */
const PICTURE_HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}

/** The three upload endpoints of the specification, with one pipeline, and the address that serves pictures. */
export const uploadRoutes = (deps: UploadDeps & { identity: Identity; limit: RateLimit; trustedProxies: number }) => {
  const routes = new Elysia({ name: 'uploads' }).use(session(deps.identity))
  for (const [path, field] of Object.entries(uploadFields) as [UploadPath, string][]) {
    routes.post(
      path,
      async ({ request, account, server }) => {
        const block = clientAddress(request, server, deps.trustedProxies)
        await deps.limit('upload-account', account.id)
        await deps.limit('upload-address', block)
        await deps.limit('upload-address-hour', block)
        const file = await readField(request, field)
        if (!file) throw new Problem('uploads.not-an-image')
        return storePicture(deps, account, { file, block })
      },
      // The body is not read for a caller who may not upload.
      { signedIn: true, parse: leaveBodyUnread, response: Uploaded },
    )
  }
  return routes.get(
    '/uploads/:file',
    async ({ params, request }) => {
      const etag = `"${params.file}"`
      const bytes = PICTURE_FILE.test(params.file) ? await deps.storage.get(params.file) : undefined
      // A cache that revalidates a deleted picture must stop serving it.
      if (!bytes) throw new Problem('not-found')
      // The name identifies the content: a cached copy under this name is current.
      if (isKnown(request.headers, etag)) {
        return new Response(null, { status: 304, headers: { ...PICTURE_HEADERS, etag } })
      }
      return new Response(bytes, { headers: { ...PICTURE_HEADERS, etag } })
    },
    { params: v.object({ file: v.string() }) },
  )
}
