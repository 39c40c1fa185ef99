import { Elysia } from 'elysia'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { lockingCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { type Identity, session } from '#server/http/session.ts'
import { ColdImport, ImportColdScout, PreviewColdImport } from '#shared/cold-scout/import.ts'
import { importFunds, previewImport } from './import-funds.ts'

/** Admin endpoints for the import of funds and their people. */
export const coldImportRoutes = (deps: { db: Database; keyring: Keyring; identity: Identity }) =>
  new Elysia({ name: 'cold-import', prefix: '/api/admin/cold-scout' })
    .use(session(deps.identity))
    .post('/preview', ({ body }) => previewImport(deps, body), { admin: true, body: PreviewColdImport, response: ColdImport })
    // An admin who was signed out after the request was authenticated cannot import.
    .post(
      '/import',
      ({ account, body }) =>
        importFunds({ ...deps, db: lockingCaller(deps.db, { principalId: account.principalId, account }) }, account, body),
      { freshAdmin: true, body: ImportColdScout, response: ColdImport },
    )
