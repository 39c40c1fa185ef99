import { Elysia } from 'elysia'
import { jsonReply } from '#server/http/replies/compression.ts'
import { type Identity, session } from '#server/http/session.ts'
import { MyHistory } from '#shared/history/contract.ts'
import { type HistoryDeps, readHistory } from './service.ts'

export const historyRoutes = (deps: HistoryDeps & { identity: Identity }) =>
  new Elysia({ name: 'history' })
    .use(session(deps.identity))
    .get('/api/my-history', async ({ account, request }) => jsonReply(await readHistory(deps, account.principalId), request), {
      signedIn: true,
      response: MyHistory,
    })
