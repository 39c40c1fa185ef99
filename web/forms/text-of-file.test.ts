import { expect, test } from 'vitest'
import { textOfFile } from './text-of-file.ts'

const wide = (text: string, isBig: boolean) =>
  Uint8Array.from(
    [...text]
      .flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8])
      .map((byte, at, all) => (isBig ? (all[at ^ 1] ?? 0) : byte)),
  )

test.each<[string, Uint8Array<ArrayBuffer>, string]>([
  ['UTF-8', new TextEncoder().encode('Name;Jörg 山本'), 'Name;Jörg 山本'],
  ['UTF-8 with a mark', Uint8Array.from([0xef, 0xbb, 0xbf, 0x4a]), 'J'],
  ['UTF-16, little endian, with a mark', wide('\ufeffName;Jörg', false), 'Name;Jörg'],
  ['UTF-16, big endian, with a mark', wide('\ufeffName;Jörg', true), 'Name;Jörg'],
  ['UTF-16 without a mark', wide('BEGIN:VCARD', false), 'BEGIN:VCARD'],
  ['UTF-16, big endian, without a mark', wide('BEGIN:VCARD', true), 'BEGIN:VCARD'],
  ['Windows-1252', Uint8Array.from([0x4a, 0xf6, 0x72, 0x67, 0x20, 0x80]), 'Jörg €'],
  ['nothing', new Uint8Array(), ''],
])('%s', async (_charset, bytes, text) => {
  expect(await textOfFile(new Blob([bytes]))).toBe(text)
})
