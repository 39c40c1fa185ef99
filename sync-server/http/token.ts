/** A secret of 256 random bits, in the alphabet of cookies and links. */
export function randomToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}

/** The stored form of a secret: enough to recognise it, not enough to use it. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}
