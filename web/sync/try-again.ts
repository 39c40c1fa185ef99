/** Nothing is wrong: the same will do a moment later. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain'
}
