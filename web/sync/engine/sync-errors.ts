/** Nothing is wrong: the same will do a moment later. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain'
}

/** Only the person can help, and the message says how. */
export class Attention extends Error {
  override readonly name = 'Attention'
}
