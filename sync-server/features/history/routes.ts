import { Elysia } from 'elysia'
import { type Identity, session } from '#server/http/session.ts'
import { MyHistory } from '#shared/history/contract.ts'
import { type HistoryDeps, readHistory } from './service.ts'

export const historyRoutes = (deps: HistoryDeps & { identity: Identity }) =>
  new Elysia({ name: 'history' })
    .use(session(deps.identity))
    .get('/api/my-history', ({ account }) => readHistory(deps, account.principalId), { signedIn: true, response: MyHistory })
