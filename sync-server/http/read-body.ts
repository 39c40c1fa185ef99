import { Problem, type ProblemCode } from '#shared/problem.ts'

/**
 * The bytes of a body, and not one more than a call reads. A named length is believed, because the connection carries no more
 * than it says; where none is named they are counted while they come.
 *
 * @throws Problem `too-large`, or the code that is given for it
 */
export async function readBytes(
  request: Request,
  most: number,
  tooLarge: ProblemCode = 'too-large',
): Promise<Uint8Array<ArrayBuffer>> {
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > most) throw new Problem(tooLarge)
  if (length !== null && !request.headers.has('transfer-encoding')) return new Uint8Array(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > most) throw new Problem(tooLarge)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
