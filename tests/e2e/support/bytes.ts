import { readdirSync, readFileSync } from 'node:fs'

/**
 * The files below a folder that contain one of these texts as bytes, in either of the encodings that browsers write, and which
 * text.
 */
export function findBytes(folder: string, words: readonly string[]): { word: string; file: string }[] {
  const sought = words.flatMap((word) =>
    (['utf8', 'utf16le'] as const).map((encoding) => [word, Buffer.from(word, encoding)] as const),
  )
  return filesBelow(folder).flatMap((file) => {
    const bytes = readNow(`${folder}/${file}`)
    return sought.filter(([, wanted]) => bytes.includes(wanted)).map(([word]) => ({ word, file }))
  })
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1))

/** A running browser may delete a file during the search. */
function readNow(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
