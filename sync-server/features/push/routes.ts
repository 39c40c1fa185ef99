import { Elysia } from 'elysia'
import { type Identity, session } from '#server/http/session.ts'
import { PushState, SubscribeToPush } from '#shared/push/contract.ts'
import { type PushDeps, readPushState, subscribe, unsubscribe } from './service.ts'

/** Pushes to the browser of this session. */
export const pushRoutes = (deps: PushDeps & { identity: Identity }) =>
  new Elysia({ name: 'push', prefix: '/api/push' })
    .use(session(deps.identity))
    .get('', ({ account }) => readPushState(deps, account), { signedIn: true, response: PushState })
    .put(
      '',
      async ({ account, body }) => {
        await subscribe(deps, account, body)
        return readPushState(deps, account)
      },
      { signedIn: true, body: SubscribeToPush, response: PushState },
    )
    .delete(
      '',
      async ({ account }) => {
        await unsubscribe(deps, account)
        return readPushState(deps, account)
      },
      { signedIn: true, response: PushState },
    )
