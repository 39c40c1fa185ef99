import { codeOf } from '#server/error-code.ts'
import { Problem } from '#shared/problem.ts'

/**
 * Shares one read among all calls that arrive while the previous one is running.
 *
 * No caller gets a result whose read started before its call, so a shared read is as fresh as a separate one. A thousand devices
 * that pull after one poke cost two reads.
 */
export function singleFlight<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
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

type Bounds = {
  /** Questions of one read. */
  most: number
  /** Questions that wait for a read; more are refused immediately. */
  mostWaiting?: number
}

/** If this many questions time out when they are read alone, the database is slow for all of them. */
const MAX_OVERDUE = 2

/**
 * One read at a time for all questions that arrive while the previous one is running. No caller gets a result whose read started
 * before its call.
 *
 * A read that fails because of a value or a timeout may fail because of one question: then each is read alone, and fails alone.
 *
 * @param read  returns an answer per question, in their order
 * @throws Problem `too-many-requests` when too many wait
 */
export function inSharedReads<Question, Answer>(
  read: (questions: Question[]) => Promise<Answer[]>,
  { most, mostWaiting = Number.POSITIVE_INFINITY }: Bounds,
) {
  type Waiting = { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let isReading = false
  const readEachAlone = async (all: Waiting[]) => {
    let overdue = 0
    for (const [at, { question, resolve, reject }] of all.entries()) {
      try {
        resolve((await read([question]))[0] as Answer)
      } catch (error) {
        reject(error)
        if (isOverdue(error)) overdue += 1
        const isOfOthers = overdue >= MAX_OVERDUE || !(isOverdue(error) || isOfValue(error))
        if (isOfOthers) return rejectAll(all.slice(at + 1), error)
      }
    }
  }
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
        if (now.length > 1 && (isOfValue(error) || isOverdue(error))) await readEachAlone(now)
        else rejectAll(now, error)
      }
    }
    isReading = false
  }
  return (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) return reject(new Problem('too-many-requests', undefined, RETRY_AFTER_SECONDS))
      waiting.push({ question, resolve, reject })
      if (!isReading) void readAll()
    })
}

const RETRY_AFTER_SECONDS = 5

function rejectAll(waiting: { reject: (error: unknown) => void }[], error: unknown) {
  for (const { reject } of waiting) reject(error)
}

/** Class 22 of SQLSTATE. Other errors are not retried: an unreachable database would be queried a hundred times. */
const isOfValue = (error: unknown) => codeOf(error).startsWith('22')
/** `query_canceled`: the statement exceeded its timeout. */
const isOverdue = (error: unknown) => codeOf(error) === '57014'
