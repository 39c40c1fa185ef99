import type { PartRow } from '#web/db/directory-database.ts'
import { Unreachable } from '#web/net/api.ts'
import type { KeepChunk } from '#web/sync/engine/platform.ts'
import { fetchChunk, keepChunk, REQUEST_TIMEOUT_MS, type Transport } from '#web/sync/engine/transport.ts'
import { readChunk } from './read-chunk.ts'

/** The chunks of one download: the first is received in the page, later ones beside it where that works. */
export class ChunkReceiver {
  private opening: Promise<KeepChunk | undefined> | undefined
  private keep: KeepChunk | undefined
  private isWithoutKeeper = false
  private readonly over = new AbortController()

  /** @param count  the number of chunks to receive */
  constructor(
    private readonly transport: Transport,
    private readonly count: number,
  ) {}

  /**
   * @param isFirst  the first screen waits for this chunk, and for no worker
   * @returns the chunk, unless it is stored
   */
  async receive(hash: string, isFirst: boolean): Promise<PartRow | undefined> {
    const { over, transport } = this
    if (!isFirst && !this.isWithoutKeeper) await this.open()
    if (over.signal.aborted || transport.stop.aborted) throw new Unreachable(ENDED)
    if (!isFirst && !this.isWithoutKeeper && this.keep) {
      const kept = await keepChunk(transport, this.keep, hash, over.signal)
      if (kept === 'stored') return undefined
      // It does not work here: each later chunk is requested once.
      if (kept === 'not-stored') this.isWithoutKeeper = true
    }
    const json = await fetchChunk(transport, hash)
    if (isFirst && this.count > 1) void this.open()
    return readChunk(hash, json)
  }

  /** What is still on its way is not stored. */
  end() {
    this.over.abort(new Unreachable(ENDED))
  }

  /** Waits until the worker has started, but no longer than for a request: it may start later, or not at all. */
  private open() {
    this.opening ??= new Promise((resolve) => {
      const { after, openKeeper } = this.transport
      if (!openKeeper) return resolve(undefined)
      const cancel = after(REQUEST_TIMEOUT_MS, () => resolve(undefined))
      const opened = openKeeper().then(
        (keep) => {
          this.keep = keep
          return keep
        },
        () => undefined,
      )
      opened.then(resolve).finally(cancel)
    })
    return this.opening
  }
}

const ENDED = 'The download has ended.'
