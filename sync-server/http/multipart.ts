import { Problem } from '#shared/problem.ts'
import { MAX_UPLOAD_BYTES } from '#shared/uploads/contract.ts'
import { readBytes } from './read-body.ts'

/** The largest file, with room for the lines around it. */
const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + 64 * 1024

/** A browser sends one. A part costs more to read than its bytes. */
const MAX_PARTS = 20

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
  const type = request.headers.get('content-type') ?? ''
  const body = await readBytes(request, MAX_FORM_BYTES, 'uploads.too-large')
  if (hasTooManyParts(body, type)) throw new Problem('malformed')
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new Problem('malformed')
  })
  const field = form.get(name)
  return field instanceof File ? field : undefined
}

/** Counted without reading a part: the boundary stands before each of them. */
function hasTooManyParts(body: Uint8Array<ArrayBuffer>, type: string): boolean {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = `--${quoted ?? bare ?? ''}`
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let at = -1
  for (let parts = 0; parts <= MAX_PARTS; parts += 1) {
    at = bytes.indexOf(boundary, at + 1)
    if (at < 0) return false
  }
  return true
}
