import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes that are read at once. */
const PART = 64 * 1024

/** A file that is written first and sent afterwards. It has no name: nothing of it is left when the process ends. */
export type Spool = {
  write: (text: string) => Promise<void>
  /** The content from the start. The file is closed at its end, and when the reader leaves. */
  read: () => ReadableStream<Uint8Array>
  close: () => Promise<void>
}

export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `latchkey-spool-${crypto.randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return {
    write: async (text) => {
      await file.appendFile(text)
    },
    read: () => readFrom(file),
    close: () => file.close(),
  }
}

function readFrom(file: FileHandle): ReadableStream<Uint8Array> {
  let position = 0
  return new ReadableStream({
    async pull(controller) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(PART), 0, PART, position)
      position += bytesRead
      if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead))
      await file.close()
      controller.close()
    },
    cancel: () => file.close(),
  })
}
