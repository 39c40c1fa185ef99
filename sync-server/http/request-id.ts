import { AsyncLocalStorage } from 'node:async_hooks'
import { Elysia } from 'elysia'

export const REQUEST_ID_HEADER = 'x-request-id'

/** The ids that proxies give: a UUID, a ULID, or a hash. */
const GIVEN = /^[\w-]{8,64}$/

const ids = new WeakMap<Request, string>()
const current = new AsyncLocalStorage<string>()

/** The id of a request: in its reply, and in each log line about it. Undefined outside a request of the server. */
export const requestIdOf = (request: Request): string | undefined => ids.get(request)

/** The id of the request that has caused the running code. Undefined in a job, and in a callback of a connection. */
export const currentRequestId = (): string | undefined => current.getStore()

/**
 * Gives each request an id. That of a trusted proxy is kept, so that one id names the request in the logs of both.
 *
 * @param trustedProxies  with none, a client cannot choose the id
 */
export const requestIds = (trustedProxies: number) =>
  new Elysia({ name: 'request-ids' }).onRequest(({ request, set }) => {
    const given = trustedProxies > 0 ? request.headers.get(REQUEST_ID_HEADER) : null
    const id = given && GIVEN.test(given) ? given : crypto.randomUUID()
    ids.set(request, id)
    current.enterWith(id)
    set.headers[REQUEST_ID_HEADER] = id
  })
