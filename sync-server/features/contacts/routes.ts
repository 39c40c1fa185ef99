import { Elysia } from 'elysia'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import { type Identity, type RequestIdentity, session } from '#server/http/session.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type DownloadDeps, downloadCsv, downloadVCards } from './downloads.ts'

type ContactRouteDeps = DownloadDeps & { identity: Identity; limit: RateLimit }

/** The contacts that a principal owns, as files for an address book or a spreadsheet. */
export const contactRoutes = (deps: ContactRouteDeps) => {
  /** @throws Problem `session-lost` for a caller without a principal, who owns nothing */
  const countDownload = async ({ principalId }: RequestIdentity): Promise<PrincipalId> => {
    if (!principalId) throw new Problem('session-lost')
    await deps.limit('download-principal', principalId)
    return principalId
  }
  return new Elysia({ name: 'contacts' })
    .use(session(deps.identity))
    .get(
      '/api/contacts.vcf',
      async ({ caller }) => file(await downloadVCards(deps, await countDownload(caller)), 'text/vcard', 'vcf'),
      {
        caller: true,
      },
    )
    .get(
      '/api/contacts.csv',
      async ({ caller }) => file(await downloadCsv(deps, await countDownload(caller)), 'text/csv', 'csv'),
      {
        caller: true,
      },
    )
}

const file = (body: string, type: string, ending: string) =>
  new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="latchkey-contacts.${ending}"`,
      'cache-control': 'no-store',
    },
  })
