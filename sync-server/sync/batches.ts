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

/**
 * One read at a time for all that are asked for while the one before is under way, each with its own question. Nobody gets an answer
 * that was begun before they asked.
 *
 * @param read  gives an answer per question, in their order
 * @param most  of one read
 */
export function inSharedReads<Question, Answer>(read: (questions: Question[]) => Promise<Answer[]>, most: number) {
  type Waiting = { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let isReading = false
  const readAlone = async (question: Question) => (await read([question]))[0] as Answer
  const readAll = async () => {
    isReading = true
    while (waiting.length > 0) {
      const now = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const answers = await read(now.map(({ question }) => question))
        now.forEach(({ resolve }, at) => {
          resolve(answers[at] as Answer)
        })
      } catch (error) {
        // A value of one question fails the statement of all: then each is asked alone.
        if (now.length === 1 || !isOfValue(error)) for (const { reject } of now) reject(error)
        else for (const { question, resolve, reject } of now) await readAlone(question).then(resolve, reject)
      }
    }
    isReading = false
  }
  return (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (!isReading) void readAll()
    })
}

/** Class 22 of SQLSTATE. A database that is away would be asked a hundred times. */
const isOfValue = (error: unknown) => error instanceof Error && 'code' in error && String(error.code).startsWith('22')
