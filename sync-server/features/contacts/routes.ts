import { Elysia } from 'elysia'
import { type Identity, session } from '#server/http/session.ts'
import { type DownloadDeps, downloadCsv, downloadVCards } from './downloads.ts'

/** Everything one holds, as files for an address book or a spreadsheet. */
export const contactRoutes = (deps: DownloadDeps & { identity: Identity }) =>
  new Elysia({ name: 'contacts' })
    .use(session(deps.identity))
    .get('/api/contacts.vcf', async ({ caller }) => file(await downloadVCards(deps, caller.principalId), 'text/vcard', 'vcf'), {
      caller: true,
    })
    .get('/api/contacts.csv', async ({ caller }) => file(await downloadCsv(deps, caller.principalId), 'text/csv', 'csv'), {
      caller: true,
    })

const file = (body: string, type: string, ending: string) =>
  new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="latchkey-contacts.${ending}"`,
      'cache-control': 'no-store',
    },
  })
