import { Problem, type ProblemCode } from '#shared/problem.ts'
import { meterOf } from './body-meter.ts'

/**
 * The same limits that clients apply to a request: a grace period, plus the time its body takes on the slowest supported
 * connection.
 */
const GRACE_MS = 10_000
const SLOWEST_BYTES_PER_MS = 4
/**
 * Upper bound of the earned time: without it, 4 MB that arrive immediately would allow 18 minutes of silence. A slow network
 * sends something every second.
 */
const MAX_EARNED_MS = 15_000

/**
 * Each piece costs some 200 bytes and a microsecond beside its own, and a chunk of a body may be a single byte: 4 MB of them took
 * 4 s and 0.9 GB. Networks deliver several hundred bytes at a time.
 */
const FREE_PIECES = 200
const LEAST_PIECE_BYTES = 256

/** Most bodies have at most this content length. Through a stream, each would cost the thread 40 µs more. */
const SHORT_BYTES = 4 * 1024

/**
 * The bytes of a body, up to the limit of its call. They are counted while they arrive, against the sums of the address and of
 * the node, until the request is answered. They have to keep arriving: 10 s, and a second more for each 4 KB that arrived, but
 * never more than 15 s ahead.
 *
 * @throws Problem `too-large`, or the code given in its place; `too-slow`, `too-many-requests`; `malformed` for a body in tiny
 * pieces
 */
export async function readBytes(
  request: Request,
  most: number,
  tooLarge: ProblemCode = 'too-large',
): Promise<Uint8Array<ArrayBuffer>> {
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > most) throw new Problem(tooLarge)
  if (length !== null && Number(length) <= SHORT_BYTES) return readShort(request, Number(length))
  if (!request.body) return new Uint8Array()
  const reader = request.body.getReader()
  const meter = meterOf(request)
  const chunks: Uint8Array[] = []
  let size = 0
  const pace = keepPace()
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), pace.lost])
      if (done) return joined(chunks, size)
      size += value.length
      pace.earn(value.length)
      if (size > most) throw new Problem(tooLarge)
      meter?.add(value.length)
      chunks.push(value)
      if (chunks.length > FREE_PIECES + size / LEAST_PIECE_BYTES) throw new Problem('malformed')
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined)
    meter?.end()
    throw error
  } finally {
    pace.end()
  }
}

/**
 * The same without a stream. All bytes are counted before they arrive, and none earns time. The runtime ends a body at its content
 * length.
 */
async function readShort(request: Request, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const meter = meterOf(request)
  const pace = keepPace()
  try {
    meter?.add(length)
    return new Uint8Array(await Promise.race([request.arrayBuffer(), pace.lost]))
  } catch (error) {
    meter?.end()
    throw error
  } finally {
    pace.end()
  }
}

/** One timer per body. When it fires, it is extended if the bytes that arrived have earned more time. */
function keepPace() {
  let endsAt = performance.now() + GRACE_MS
  const { promise: lost, reject } = Promise.withResolvers<never>()
  // If it rejects between two reads, only the next read awaits it.
  lost.catch(() => undefined)
  const check = () => {
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) reject(new Problem('too-slow'))
    else timer = setTimeout(check, leftMs)
  }
  let timer = setTimeout(check, GRACE_MS)
  const earn = (bytes: number) => {
    endsAt = Math.min(endsAt + bytes / SLOWEST_BYTES_PER_MS, performance.now() + MAX_EARNED_MS)
  }
  return { lost, earn, end: () => clearTimeout(timer) }
}

function joined(chunks: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
