import { afterEach, describe, expect, test, vi } from 'vitest'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { buildWords } from './build-words.ts'
import { ChunkWork, openKeeper } from './chunk-work.ts'
import { handChunk, takeChunk } from './handed-chunks.ts'

const text = JSON.stringify({ put: { investors: [sampleInvestor({ name: 'Ada' })] } })

afterEach(() => vi.useRealTimers())

/** A worker that does what a test tells it to. */
function fakeWorker(onRequest: (worker: FakeWorker, request: { number: number; text: string }) => void) {
  const worker: FakeWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request: { number: number; text: string }) => onRequest(worker, request),
    terminate: vi.fn(),
  }
  return worker
}
type FakeWorker = Pick<Worker, 'onmessage' | 'onerror' | 'postMessage' | 'terminate'>

const replies = (worker: FakeWorker, { number }: { number: number }) =>
  worker.onmessage?.call(worker as Worker, { data: { number, words: `of the worker ${number}` } } as MessageEvent)

test('each chunk gets the words that the worker made of it', async () => {
  const requests: { number: number; text: string }[] = []
  const worker = fakeWorker((_, request) => requests.push(request))
  const words = new ChunkWork(
    async () => undefined,
    () => worker,
  )
  const both = [words.wordsOf('one'), words.wordsOf('two')]
  for (const request of requests.toReversed()) replies(worker, request)
  expect(await Promise.all(both)).toEqual(['of the worker 0', 'of the worker 1'])
})

test.each([
  [
    'cannot start',
    () => {
      throw new Error('No workers here')
    },
  ],
  ['cannot be loaded', () => fakeWorker((worker) => worker.onerror?.call(worker as Worker, new Event('error') as ErrorEvent))],
])('where a worker %s, the page makes the words in slices', async (_, start) => {
  const words = new ChunkWork(async () => undefined, start as () => FakeWorker)
  expect(await words.wordsOf(text)).toEqual(await buildWords(text))
  expect(await words.wordsOf(text)).toEqual(await buildWords(text))
})

test('a worker that does not reply is ended, and the page makes the words', async () => {
  vi.useFakeTimers()
  const worker = fakeWorker(() => undefined)
  const words = new ChunkWork(
    async () => undefined,
    () => worker,
  ).wordsOf(text)
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await words).words).toContain('ada')
  expect(worker.terminate).toHaveBeenCalledOnce()
})

test('an idle worker is ended, and the next chunk starts another', async () => {
  vi.useFakeTimers()
  const workers = [fakeWorker(replies), fakeWorker(replies)]
  const start = vi.fn(() => workers.shift() as FakeWorker)
  const words = new ChunkWork(async () => undefined, start)
  const [first] = workers
  await words.wordsOf(text)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(first?.terminate).toHaveBeenCalledOnce()
  await words.wordsOf(text)
  expect(start).toHaveBeenCalledTimes(2)
})

describe('a received chunk', () => {
  test('is stored by the worker, and its text is handed to the replica once', async () => {
    const work = new ChunkWork(
      async () => undefined,
      () =>
        fakeWorker((worker, { number }) => worker.onmessage?.call(worker as Worker, { data: { number, text } } as MessageEvent)),
    )
    expect(await work.keep('hash', 'received')).toBe(true)
    expect(takeChunk('hash')).toBe(text)
    expect(takeChunk('hash')).toBeUndefined()
  })

  test.each([
    [
      'that the worker could not store',
      (worker: FakeWorker, { number }: { number: number }) =>
        worker.onmessage?.call(worker as Worker, { data: { number } } as MessageEvent),
    ],
    ['whose worker died', (worker: FakeWorker) => worker.onerror?.call(worker as Worker, new Event('error') as ErrorEvent)],
  ])('%s is left to the sync', async (_, onRequest) => {
    const work = new ChunkWork(
      async () => undefined,
      () => fakeWorker(onRequest),
    )
    expect(await work.keep('hash', 'received')).toBe(false)
    expect(takeChunk('hash')).toBeUndefined()
  })

  test('is left to the sync where no worker starts', async () => {
    const work = new ChunkWork(
      async () => undefined,
      () => {
        throw new Error('No workers here')
      },
    )
    expect(await work.keep('hash', 'received')).toBe(false)
  })
})

test('downloads that are tried again have one worker', async () => {
  let started = 0
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        started += 1
      }
    },
  )
  openKeeper()
  openKeeper()
  vi.unstubAllGlobals()
  expect(started).toBe(1)
})

test('only the latest chunks are kept for the replica', () => {
  for (let at = 0; at < 10; at += 1) handChunk(`chunk ${at}`, text)
  expect(takeChunk('chunk 5')).toBeUndefined()
  expect(takeChunk('chunk 6')).toBe(text)
})

test('a worker that starts slowly is waited for, one that stops replying is not', async () => {
  vi.useFakeTimers()
  const numbers: number[] = []
  const worker = fakeWorker((_, { number }) => numbers.push(number))
  const work = new ChunkWork(
    async () => undefined,
    () => worker,
  )
  const reply = (number: number) => worker.onmessage?.call(worker as Worker, { data: { number, text } } as MessageEvent)
  const first = work.keep('one', 'received')
  await vi.advanceTimersByTimeAsync(40_000)
  reply(numbers[0] ?? -1)
  expect(await first).toBe(true)
  const second = work.keep('two', 'received')
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await second).toBe(false)
  // Nothing waits for the replica any more.
  expect(takeChunk('one')).toBeUndefined()
})
