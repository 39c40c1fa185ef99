/**
 * A UUIDv7. Ids sort by creation time, so the server's processed mutations stay adjacent in their index.
 *
 * @param now  milliseconds since the Unix epoch
 * @see RFC 9562 §5.7
 */
export function uuid7<Id extends string>(now: number): Id {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const millis = now.toString(16).padStart(12, '0').slice(-12)
  const rest = [...bytes.subarray(6)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = (8 + ((bytes[8] ?? 0) & 3)).toString(16)
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7${rest.slice(1, 4)}-${variant}${rest.slice(5, 8)}-${rest.slice(8)}` as Id
}
