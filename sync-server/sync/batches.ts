/**
 * One read for everybody who asks while the one before is under way.
 *
 * Nobody gets an answer that was begun before they asked, so sharing is as fresh
 * as asking alone; a thousand devices that a poke sends here at once cost two reads.
 */
export function inBatches<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> | undefined
  let next: Promise<Answer> | undefined
  const start = () => {
    const answer = read()
    const ended = answer.then(
      () => undefined,
      () => undefined,
    )
    running = ended
    void ended.then(() => {
      if (running === ended) running = undefined
    })
    return answer
  }
  return () => {
    if (!running) return start()
    next ??= running.then(() => {
      next = undefined
      return start()
    })
    return next
  }
}
