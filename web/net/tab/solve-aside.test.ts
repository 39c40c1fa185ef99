import { expect, test } from 'vitest'
import { type StartWorker, solveAside } from './solve-aside.ts'

/** A worker that does this with a challenge. */
function workerThat(answers: (worker: ReturnType<StartWorker>) => void) {
  const seen = { challenges: [] as unknown[], ended: 0 }
  const start: StartWorker = () => {
    const worker: ReturnType<StartWorker> = {
      onmessage: null,
      onerror: null,
      postMessage: (challenge: unknown) => {
        seen.challenges.push(challenge)
        answers(worker)
      },
      terminate: () => {
        seen.ended += 1
      },
    }
    return worker
  }
  return { seen, start }
}

const say = (worker: ReturnType<StartWorker>, data: unknown) =>
  worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data }))
const inPage = async (challenge: unknown) => `in the page: ${challenge}`

test('a challenge is solved in a worker, which ends with it', async () => {
  const { seen, start } = workerThat((worker) => {
    say(worker, { kind: 'runs' })
    say(worker, { kind: 'done', proof: 'solved' })
  })
  expect(await solveAside('a', undefined, { start, solve: inPage })).toBe('solved')
  expect(seen).toEqual({ challenges: ['a'], ended: 1 })
})

test.each<[string, StartWorker]>([
  [
    'that is refused',
    () => {
      throw new Error('SecurityError')
    },
  ],
  ['that fails', workerThat((worker) => worker.onerror?.call(worker as Worker, new ErrorEvent('error'))).start],
  ['that never runs', workerThat(() => undefined).start],
])('with a worker %s the page solves it', async (_, start) => {
  expect(await solveAside('a', undefined, { start, solve: inPage, startMs: 5 })).toBe('in the page: a')
})

test('a worker that runs may take longer than its start', async () => {
  const { start } = workerThat((worker) => {
    say(worker, { kind: 'runs' })
    setTimeout(() => say(worker, { kind: 'done', proof: 'solved' }), 20)
  })
  expect(await solveAside('a', undefined, { start, solve: inPage, startMs: 5 })).toBe('solved')
})

test('a call that is aborted ends the worker, and has no proof', async () => {
  const { seen, start } = workerThat(() => undefined)
  const call = new AbortController()
  const solving = solveAside('a', call.signal, { start, solve: inPage })
  call.abort()
  expect(await solving).toBeUndefined()
  expect(seen.ended).toBe(1)
})
