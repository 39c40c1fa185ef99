import * as v from 'valibot'
import { ProblemBody } from '#shared/problem-body.ts'
import { PROOF_HEADER, PROOF_NEEDED, READY } from '#shared/proof-of-work/header.ts'
import { prover } from './prover.ts'
import { announceLostSession } from './session-lost.ts'
import { shownHeaders } from './shown-principal.ts'

/** The server answered with a refusal or an error. The message has the specified format `"{status}: {body text}"`. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  constructor(
    readonly status: number,
    bodyText: string,
    /** The error body of our own server; absent if an intermediary answered. */
    readonly problem: ProblemBody | undefined,
    /** The delay that the server asks for before a retry; milliseconds. */
    readonly retryAfterMs?: number | undefined,
  ) {
    super(`${status}: ${bodyText}`)
  }
  get code(): string | undefined {
    return this.problem?.code
  }
}

/** No response of our server: no network, a timeout, or a captive portal. It never signs the user out. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

export type Send = (path: string, init: RequestInit) => Promise<Response>
export type CallOptions = {
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  /** Reads the body of the reply; `response.text()` unless given. */
  read?: ((response: Response) => Promise<string>) | undefined
}

export type Api = {
  get: <Output>(path: string, schema: v.GenericSchema<unknown, Output>, options?: CallOptions) => Promise<Output>
  /** A response without content (204) is parsed as `undefined`. */
  post: <Output>(path: string, body: unknown, schema: v.GenericSchema<unknown, Output>, options?: CallOptions) => Promise<Output>
  /** The body as received, for content that is stored as received. */
  text: (path: string, options?: CallOptions) => Promise<string>
}

type Changing = {
  put: Api['post']
  patch: Api['post']
  /** DELETE; never has a body here. */
  del: Api['get']
}

/** The first proof may be too late, or for an address that the device had before. */
const MAX_PROOFS = 3

/**
 * @param onRefused  the refusal reaches the caller once the returned promise settles
 * @throws HttpProblem for every response that is not OK, Unreachable if our server did not respond
 */
export function createApi(
  send: Send,
  onRefused: (refusal: HttpProblem) => Promise<unknown> | undefined = () => undefined,
  findProver: typeof prover = () => undefined,
): Api & Changing {
  const call = async (
    path: string,
    init: RequestInit,
    { signal, headers, read }: CallOptions = {},
  ): Promise<string | undefined> => {
    const prove = init.method && findProver()
    let proof = READY
    try {
      for (let left = prove ? MAX_PROOFS : 0; ; left -= 1) {
        const all = { ...init.headers, ...(prove && { [PROOF_HEADER]: proof }), ...headers }
        const request: RequestInit = { credentials: 'include', ...init, headers: all }
        if (signal) request.signal = signal
        const response = await send(path, request)
        const body = await (read ? read(response) : response.text())
        if (response.ok) return response.status === 204 ? undefined : body
        const problem = readProblem(body)
        const solved =
          prove && left > 0 && problem?.code === PROOF_NEEDED && (await prove(problem.challenge, signal).catch(() => undefined))
        if (!solved) throw new HttpProblem(response.status, body || response.statusText, problem, readRetryAfter(response))
        proof = solved
      }
    } catch (error) {
      if (error instanceof HttpProblem) {
        await onRefused(error)
        throw error
      }
      throw new Unreachable('Couldn’t reach the server.', { cause: error })
    }
  }
  const withBody =
    (method: 'POST' | 'PUT' | 'PATCH'): Api['post'] =>
    async (path, body, schema, options) => {
      const content = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      return parse(schema, await call(path, { method, ...content }, options))
    }
  return {
    get: async (path, schema, options) => parse(schema, await call(path, {}, options)),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    del: async (path, schema, options) => parse(schema, await call(path, { method: 'DELETE' }, options)),
    text: async (path, options) => (await call(path, {}, options)) ?? '',
  }
}

/** The whole seconds of a `Retry-After` header, in milliseconds. */
function readRetryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? seconds * 1000 : undefined
}

function parse<Output>(schema: v.GenericSchema<unknown, Output>, body: string | undefined): Output {
  try {
    return v.parse(schema, body === undefined ? undefined : JSON.parse(body))
  } catch (cause) {
    throw new Unreachable('Couldn’t read the server’s response.', { cause })
  }
}

function readProblem(body: string): ProblemBody | undefined {
  try {
    const read = v.safeParse(ProblemBody, JSON.parse(body))
    return read.success ? read.output : undefined
  } catch {
    return undefined // Not JSON: an intermediary answered, not our server.
  }
}

/**
 * For requests of the user. The sync has its own instance: its refusals are shown in the status pill, and its requests name their
 * principal in the body.
 */
export const { get, post, put, patch, del, text } = createApi(
  (path, init) => fetch(path, { ...init, headers: { ...init.headers, ...shownHeaders() } }),
  announceLostSession,
  prover,
)
