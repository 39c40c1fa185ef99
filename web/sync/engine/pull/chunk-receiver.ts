import type { PartRow } from '#web/db/directory-database.ts'
import { Unreachable } from '#web/net/api.ts'
import type { KeepChunk } from '#web/sync/engine/platform.ts'
import { fetchChunk, keepChunk, REQUEST_TIMEOUT_MS, type Transport } from '#web/sync/engine/transport.ts'
import { readChunk } from './read-chunk.ts'

/** The chunks of one download: the first is received in the page, later ones beside it where that works. */
export class ChunkReceiver {
  private opening: Promise<void> | undefined
  private keep: KeepChunk | undefined
  private readonly over = new AbortController()
  private readonly stop: AbortSignal

  constructor(private readonly transport: Transport) {
    this.stop = AbortSignal.any([transport.stop, this.over.signal])
  }

  /**
   * @param isFirst  the first screen waits for this chunk, and for no worker
   * @returns the chunk, unless it is stored
   */
  async receive(hash: string, isFirst: boolean): Promise<PartRow | undefined> {
    if (!isFirst) {
      await this.open()
      this.stop.throwIfAborted()
      const kept = this.keep && (await keepChunk(this.transport, this.keep, hash, this.stop))
      if (kept === 'stored') return undefined
      // It does not work here: each later chunk is requested once.
      if (kept === 'not-stored') this.keep = undefined
    }
    const json = await fetchChunk(this.transport, hash)
    if (isFirst) void this.open()
    return readChunk(hash, json)
  }

  /** What is still on its way is not stored. */
  end() {
    this.over.abort(new Unreachable('The download has ended.'))
  }

  /** Waits until the worker has started, but no longer than for a request: it may start later, or not at all. */
  private open() {
    this.opening ??= new Promise((resolve) => {
      const { after, openKeeper } = this.transport
      const cancel = after(REQUEST_TIMEOUT_MS, resolve)
      const opened = async () => {
        this.keep = await openKeeper?.()
      }
      opened()
        .catch(() => undefined)
        .finally(() => {
          cancel()
          resolve()
        })
    })
    return this.opening
  }
}
