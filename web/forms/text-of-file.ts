/**
 * The text of a file from another program: UTF-8 or UTF-16 with or without a byte order mark, and otherwise Windows-1252, as
 * spreadsheets and address books of Windows write it.
 */
export async function textOfFile(file: Pick<Blob, 'arrayBuffer'>): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const wide = wideCharset(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** UTF-16 by its mark, or by the zero byte of its first character, which is a letter or a digit. */
function wideCharset([first, second]: Uint8Array): string | undefined {
  if (first === undefined || second === undefined) return undefined
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : undefined
}
