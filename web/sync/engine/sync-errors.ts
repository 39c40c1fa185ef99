/** Not an error for the user: the next attempt is expected to succeed. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain'
}

/** Only the user can resolve this; the message explains how. */
export class Attention extends Error {
  override readonly name = 'Attention'
}
