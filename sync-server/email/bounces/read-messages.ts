import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A report returns at most the mail. Longer messages are none. */
export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024

/** The messages of a file (one message, or an mbox) or of all files in a folder. */
export async function* readMessages(path: string): AsyncGenerator<Uint8Array> {
  if (!(await stat(path)).isDirectory()) {
    yield* splitMbox(await readFile(path))
    return
  }
  for (const entry of (await readdir(path, { withFileTypes: true })).sort((a, b) => a.name.localeCompare(b.name))) {
    if (entry.isFile()) yield* splitMbox(await readFile(join(path, entry.name)))
  }
}

/** An mbox begins each message with a line `From sender date`, and quotes such lines in the text. @see RFC 4155 */
export function splitMbox(file: Uint8Array): Uint8Array[] {
  if (!/^From /.test(new TextDecoder().decode(file.subarray(0, 5)))) return [file]
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1')
  const messages = text.split(/^From [^\r\n]*\r?\n/m).slice(1)
  return messages.map((message) => Buffer.from(message.replace(/^>(>*From )/gm, '$1'), 'latin1'))
}
