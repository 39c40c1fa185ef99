import { afterEach, describe, expect, test, vi } from 'vitest'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import type { ChunkDownload } from '#web/sync/engine/platform.ts'
import { buildWords } from './build-words.ts'
import { ChunkWork, openKeeper } from './chunk-work.ts'
import type { ChunkReply, ChunkRequest } from './chunk-worker.ts'
import { handChunk, takeChunk } from './handed-chunks.ts'

const text = JSON.stringify({ put: { investors: [sampleInvestor({ name: 'Ada' })] } })

const download = (signal: AbortSignal = new AbortController().signal): ChunkDownload => ({
  path: '/chunk',
  headers: {},
  signal,
  onProgress: () => undefined,
})

afterEach(() => vi.useRealTimers())

/** A worker that does what a test tells it to. */
function fakeWorker(onRequest: (worker: FakeWorker, request: ChunkRequest) => void) {
  const worker: FakeWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request: ChunkRequest) => onRequest(worker, request),
    terminate: vi.fn(),
  }
  return worker
}
type FakeWorker = Pick<Worker, 'onmessage' | 'onerror' | 'postMessage' | 'terminate'>

const answer = (worker: Pick<FakeWorker, 'onmessage'>, reply: ChunkReply) =>
  worker.onmessage?.call(worker as Worker, { data: reply } as MessageEvent)

const replies = (worker: Pick<FakeWorker, 'onmessage'>, { number }: { number: number }) =>
  worker.onmessage?.call(worker as Worker, { data: { number, words: `of the worker ${number}` } } as MessageEvent)

test('each chunk gets the words that the worker made of it', async () => {
  const requests: ChunkRequest[] = []
  const worker = fakeWorker((_, request) => requests.push(request))
  const words = new ChunkWork(
    async () => undefined,
    () => worker,
  )
  const both = [words.wordsOf('one', text), words.wordsOf('two', text)]
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
  expect(await words.wordsOf('key', text)).toEqual(await buildWords(text))
  expect(await words.wordsOf('key', text)).toEqual(await buildWords(text))
})

test('a worker that does not reply is ended, and the page makes the words', async () => {
  vi.useFakeTimers()
  const worker = fakeWorker(() => undefined)
  const words = new ChunkWork(
    async () => undefined,
    () => worker,
  ).wordsOf('key', text)
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
  await words.wordsOf('key', text)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(first?.terminate).toHaveBeenCalledOnce()
  await words.wordsOf('key', text)
  expect(start).toHaveBeenCalledTimes(2)
})

describe('a received chunk', () => {
  test('is stored by the worker, and its text is handed to the replica once', async () => {
    const work = new ChunkWork(
      async () => undefined,
      () => fakeWorker((worker, { number }) => answer(worker, { number, text })),
    )
    expect(await work.keep('hash', download())).toBe('stored')
    expect(takeChunk('hash')).toBe(text)
    expect(takeChunk('hash')).toBeUndefined()
  })

  test.each(['not-received', 'not-stored'] as const)('is left to the sync where the worker says: %s', async (failed) => {
    const work = new ChunkWork(
      async () => undefined,
      () => fakeWorker((worker, { number }) => answer(worker, { number, failed })),
    )
    expect(await work.keep('hash', download())).toBe(failed)
    expect(takeChunk('hash')).toBeUndefined()
  })

  test('and all that follow are left to the sync where the worker died', async () => {
    const work = new ChunkWork(
      async () => undefined,
      () => fakeWorker((worker) => worker.onerror?.call(worker as Worker, new Event('error') as ErrorEvent)),
    )
    expect(await work.keep('hash', download())).toBe('not-stored')
    expect(takeChunk('hash')).toBeUndefined()
  })

  test('is left to the sync where no worker starts', async () => {
    const work = new ChunkWork(
      async () => undefined,
      () => {
        throw new Error('No workers here')
      },
    )
    expect(await work.keep('hash', download())).toBe('not-stored')
  })

  test('reports its progress, and may be on its way for longer than a worker may be silent', async () => {
    vi.useFakeTimers()
    const requests: ChunkRequest[] = []
    const worker = fakeWorker((_, request) => requests.push(request))
    const work = new ChunkWork(
      async () => undefined,
      () => worker,
    )
    let reports = 0
    const kept = work.keep('hash', {
      ...download(),
      onProgress: () => {
        reports += 1
      },
    })
    const [{ number } = { number: -1 }] = requests
    answer(worker, { number, progress: 'some' })
    await vi.advanceTimersByTimeAsync(60_000)
    answer(worker, { number, progress: 'all' })
    answer(worker, { number, text })
    expect(await kept).toBe('stored')
    expect(reports).toBe(2)
    takeChunk('hash')
  })

  test('is left to the sync where the worker is silent after all of it has arrived', async () => {
    vi.useFakeTimers()
    const worker = fakeWorker((worker, { number }) => answer(worker, { number, progress: 'all' }))
    const kept = new ChunkWork(
      async () => undefined,
      () => worker,
    ).keep('hash', download())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await kept).toBe('not-stored')
    expect(worker.terminate).toHaveBeenCalledOnce()
  })

  test('whose download is ended is ended in the worker, with the reason of the sync', async () => {
    const requests: ChunkRequest[] = []
    const worker = fakeWorker((_, request) => requests.push(request))
    const work = new ChunkWork(
      async () => undefined,
      () => worker,
    )
    const stop = new AbortController()
    const kept = work.keep('hash', download(stop.signal))
    stop.abort(new Error('The tab no longer leads.'))
    await expect(kept).rejects.toThrow('The tab no longer leads.')
    expect(requests[1]).toEqual({ number: requests[0]?.number, isEnded: true })
    answer(worker, { number: requests[0]?.number ?? -1, text })
    expect(takeChunk('hash')).toBeUndefined()
    await expect(work.keep('hash', download(stop.signal))).rejects.toThrow('The tab no longer leads.')
    expect(requests).toHaveLength(2)
  })
})

test('downloads that are tried again have one worker, which makes words while it downloads nothing', async () => {
  const started: ChunkRequest[][] = []
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: Worker['onmessage'] = null
      requests: ChunkRequest[] = []
      constructor() {
        started.push(this.requests)
      }
      postMessage(request: ChunkRequest) {
        this.requests.push(request)
        if ('isPing' in request) answer(this, { number: request.number, isReady: true })
        if ('key' in request) replies(this, request)
      }
      terminate() {}
    },
  )
  const keep = await openKeeper()
  await openKeeper()
  expect(started).toHaveLength(1)

  const own = fakeWorker(replies)
  const startOwn = vi.fn(() => own)
  const work = new ChunkWork(async () => undefined, startOwn)
  await work.wordsOf('key', text)
  expect(started[0]?.at(-1)).toMatchObject({ key: 'key' })
  expect(startOwn).not.toHaveBeenCalled()

  const stop = new AbortController()
  const kept = keep('hash', download(stop.signal))
  await work.wordsOf('other key', text)
  expect(startOwn).toHaveBeenCalledOnce()
  stop.abort()
  await expect(kept).rejects.toThrow()
  vi.unstubAllGlobals()
})

test('only the latest chunks are kept for the replica', () => {
  for (let at = 0; at < 20; at += 1) handChunk(`chunk ${at}`, text)
  expect(takeChunk('chunk 3')).toBeUndefined()
  expect(takeChunk('chunk 4')).toBe(text)
})

test('a worker that starts slowly is waited for, one that stops replying is not', async () => {
  vi.useFakeTimers()
  const numbers: number[] = []
  const worker = fakeWorker((_, { number }) => numbers.push(number))
  const work = new ChunkWork(
    async () => undefined,
    () => worker,
  )
  const reply = (number: number) => answer(worker, { number, text })
  const first = work.keep('one', download())
  await vi.advanceTimersByTimeAsync(40_000)
  reply(numbers[0] ?? -1)
  expect(await first).toBe('stored')
  const second = work.keep('two', download())
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await second).toBe('not-stored')
  // Nothing waits for the replica any more.
  expect(takeChunk('one')).toBeUndefined()
})
