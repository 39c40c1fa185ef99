import { Elysia } from 'elysia'
import * as v from 'valibot'
import { holdsAny } from '#server/features/contacts/holds-any.ts'
import { leaveBodyUnread, readField } from '#server/http/body/multipart.ts'
import { clientAddress } from '#server/http/limits/client-address.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import { type Identity, session } from '#server/http/session.ts'
import { AddPhoto, ContactPhoto, PhotoId } from '#shared/photos/contract.ts'
import { Problem } from '#shared/problem.ts'
import { addPhoto, type PhotoDeps, readPhoto } from './service.ts'

type Deps = PhotoDeps & { identity: Identity; limit: RateLimit; trustedProxies: number }

const params = v.object({ id: PhotoId })

/** Photos about contacts: each is readable by its owner only, so no cache stores it. */
export const photoRoutes = (deps: Deps) =>
  new Elysia({ name: 'photos' })
    .use(session(deps.identity))
    .post(
      '/api/photos/:id',
      async ({ request, account, server, params: { id }, query }) => {
        const block = clientAddress(request, server, deps.trustedProxies)
        await deps.limit('photo-account', account.id)
        await deps.limit('upload-address', block)
        await deps.limit('upload-address-hour', block)
        const file = await readField(request, 'photo')
        if (!file) throw new Problem('uploads.not-an-image')
        return addPhoto(deps, account, { id, ...query, file, block }, holdsAny)
      },
      // The body is not read for a caller who may not upload.
      { signedIn: true, parse: leaveBodyUnread, params, query: AddPhoto, response: ContactPhoto },
    )
    .get(
      '/api/photos/:id',
      async ({ account, params: { id } }) =>
        new Response(await readPhoto(deps, account, id), {
          headers: {
            'content-type': 'image/webp',
            'cache-control': 'no-store',
            'content-security-policy': "default-src 'none'; sandbox",
            'cross-origin-resource-policy': 'same-origin',
          },
        }),
      { signedIn: true, params },
    )
