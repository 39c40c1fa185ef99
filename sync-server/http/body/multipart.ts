import { Problem } from '#shared/problem.ts'
import { MAX_UPLOAD_BYTES } from '#shared/uploads/contract.ts'
import { readBytes } from './read-body.ts'

/** The largest file, with room for the lines around it. */
const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + 64 * 1024

/** A browser sends one. A part costs more to read than its bytes. */
const MAX_PARTS = 20

/**
 * The one way in which browsers name a form. Bun reads the header by rules of its own: it looks for another kind of form and for a
 * boundary anywhere in it. With a header that two readers understand differently, the parts that are counted are not those that are made.
 */
const FORM_TYPE = /^multipart\/form-data\s*;\s*boundary=("?)([0-9A-Za-z_-]{1,70})\1\s*$/i

export const isForm = (type: string) => FORM_TYPE.test(type)

/** A route's parser for a body that the handler reads itself, once it knows who sends it. */
export const unread = () => null

/**
 * The one file field of a form; `undefined` when it is not there, or not a file.
 *
 * The body is counted while it comes: a sender who names no length, or a wrong one, is stopped as well.
 *
 * @throws Problem `uploads.too-large`, `malformed`
 */
export async function readField(request: Request, name: string): Promise<File | undefined> {
  const [, , boundary] = FORM_TYPE.exec(request.headers.get('content-type') ?? '') ?? []
  if (!boundary) throw new Problem('malformed')
  const body = await readBytes(request, MAX_FORM_BYTES, 'uploads.too-large')
  if (hasTooManyParts(body, boundary)) throw new Problem('malformed')
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const form = await new Response(body, { headers }).formData().catch(() => {
    throw new Problem('malformed')
  })
  const field = form.get(name)
  return field instanceof File ? field : undefined
}

/** Counted without reading a part: the boundary stands before each of them. */
function hasTooManyParts(body: Uint8Array<ArrayBuffer>, boundary: string): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let at = -1
  for (let parts = 0; parts <= MAX_PARTS; parts += 1) {
    at = bytes.indexOf(`--${boundary}`, at + 1)
    if (at < 0) return false
  }
  return true
}
