import { Problem, type ProblemCode } from '#shared/problem.ts'
import { MAX_UPLOAD_BYTES } from '#shared/uploads/contract.ts'
import { readBytes } from './read-body.ts'

/** The largest file, plus the multipart lines around it. */
const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + 64 * 1024

/** A browser sends one part. Reading a part costs more than its bytes. */
const MAX_PARTS = 20

/**
 * The only form in which browsers write the header. Bun parses the header by its own rules: it looks for another kind of form and
 * for a boundary anywhere in it. If two parsers understand a header differently, the parts that are counted are not those that
 * are parsed.
 */
const FORM_TYPE = /^multipart\/form-data\s*;\s*boundary=("?)([0-9A-Za-z_-]{1,70})\1\s*$/i

/** As Bun types it. */
export type Form = Awaited<ReturnType<Response['formData']>>

export const isForm = (type: string) => FORM_TYPE.test(type)

/** A route's parser for a body that the handler reads itself, after it has authenticated the sender. */
export const leaveBodyUnread = () => null

/**
 * The one file field of a form; `undefined` when it is missing or not a file.
 *
 * The body is counted while it arrives, so a missing or wrong content length does not bypass the limit.
 *
 * @throws Problem `uploads.too-large`, `malformed`
 */
export async function readField(request: Request, name: string): Promise<File | undefined> {
  const field = (await readForm(request, MAX_FORM_BYTES, 'uploads.too-large')).get(name)
  return field instanceof File ? field : undefined
}

/**
 * A form of at most 20 parts.
 *
 * @throws Problem `too-large`, or the code given in its place; `malformed`
 */
export async function readForm(request: Request, mostBytes: number, tooLarge: ProblemCode = 'too-large'): Promise<Form> {
  const [, , boundary] = FORM_TYPE.exec(request.headers.get('content-type') ?? '') ?? []
  if (!boundary) throw new Problem('malformed')
  const body = await readBytes(request, mostBytes, tooLarge)
  if (hasTooManyParts(body, boundary)) throw new Problem('malformed')
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return new Response(body, { headers }).formData().catch(() => {
    throw new Problem('malformed')
  })
}

/** Counts parts without parsing them: a boundary precedes each part. */
function hasTooManyParts(body: Uint8Array<ArrayBuffer>, boundary: string): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let at = -1
  for (let parts = 0; parts <= MAX_PARTS; parts += 1) {
    at = bytes.indexOf(`--${boundary}`, at + 1)
    if (at < 0) return false
  }
  return true
}
