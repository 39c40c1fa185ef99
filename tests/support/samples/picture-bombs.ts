import { crc32, deflateSync } from 'node:zlib'

type Size = { width: number; height: number }

const chunk = (type: string, data: Uint8Array) => {
  const made = Buffer.alloc(12 + data.length)
  made.writeUInt32BE(data.length, 0)
  made.write(type, 4, 'latin1')
  made.set(data, 8)
  made.writeUInt32BE(crc32(made.subarray(4, 8 + data.length)), 8 + data.length)
  return made
}

/** The seven passes of an interlaced PNG: first column, first row, and the steps between. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** A black PNG: its bytes are a thousandth of its pixels. */
export function blackPng({ width, height, depth = 8, hasAlpha = false, isInterlaced = false }: BlackPng) {
  const bytesPerPixel = ((hasAlpha ? 4 : 3) * depth) / 8
  const rowBytes = (pixels: number) => 1 + pixels * bytesPerPixel
  const passes = isInterlaced
    ? ADAM7.map(([x, y, dx, dy]) => Math.ceil((height - y) / dy) * rowBytes(Math.ceil((width - x) / dx)))
    : [height * rowBytes(width)]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, hasAlpha ? 6 : 2, 0, 0, isInterlaced ? 1 : 0], 8)
  const rows = deflateSync(Buffer.alloc(passes.reduce((sum, bytes) => sum + bytes)), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
type BlackPng = Size & { depth?: 8 | 16; hasAlpha?: boolean; isInterlaced?: boolean }

const segment = (marker: number, data: number[]) => Buffer.from([0xff, marker, 0, data.length + 2, ...data])

/** Codes of one bit: a block without content is two zero bits, or one of the first progressive scan. */
const ONE_CODE = [1, ...Array<number>(15).fill(0), 0]

/**
 * A gray JPEG in three full components.
 *
 * @param scans  `one`: read row by row. `each`: a scan for each component. `progressive`: the first scan alone. Every decoder
 * buffers the last two completely.
 */
export function grayJpeg({ width, height, scans }: Size & { scans: 'one' | 'each' | 'progressive' }) {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const isProgressive = scans === 'progressive'
  const scan = (components: number[]) => {
    const about = [components.length, ...components.flatMap((id) => [id, 0]), 0, isProgressive ? 0 : 63, 0]
    const bits = blocks * components.length * (isProgressive ? 1 : 2)
    return Buffer.concat([segment(0xda, about), Buffer.alloc(Math.ceil(bits / 8))])
  }
  const frame = [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 3, ...[1, 2, 3].flatMap((id) => [id, 0x11, 0])]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(isProgressive ? 0xc2 : 0xc0, frame),
    segment(0xc4, [0x00, ...ONE_CODE]),
    segment(0xc4, [0x10, ...ONE_CODE]),
    ...(scans === 'each' ? [[1], [2], [3]] : [[1, 2, 3]]).map(scan),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** A GIF whose first frame is all of one colour; its pixels take almost no bytes, because codes grow as they repeat. */
export function plainGif({ width, height }: Size, frames = 1) {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  screen.writeUInt16LE(width, 6)
  screen.writeUInt16LE(height, 8)
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, ...repeatedCodes(width * height), 0])
  frame.writeUInt16LE(width, 5)
  frame.writeUInt16LE(height, 7)
  return Buffer.concat([screen, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

/** LZW of one colour, in sub-blocks: the code n encodes n − 4 pixels, and after the last code the table starts again. */
function repeatedCodes(pixels: number): Uint8Array {
  const [CLEAR, END, LARGEST] = [4, 5, 4095]
  const bytes: number[] = []
  let [buffer, bits, size, next, left, run] = [0, 0, 3, 6, pixels, 0]
  const put = (code: number) => {
    buffer |= code << bits
    bits += size
    for (; bits >= 8; bits -= 8, buffer >>>= 8) bytes.push(buffer & 0xff)
  }
  const clear = () => {
    put(CLEAR)
    ;[size, next, run] = [3, 6, 0]
  }
  clear()
  while (left > 0) {
    // The first code after a clear is a colour; each later one may be the entry that it creates itself.
    const length = Math.min(left, run + 1)
    put(length === 1 ? 0 : length + END - 1)
    left -= length
    if (run > 0) {
      if (next < 1 << 12) next += 1
      if (next === 1 << size && size < 12) size += 1
    }
    run = length
    if (left > 0 && next > LARGEST) clear()
  }
  put(END)
  if (bits > 0) bytes.push(buffer & 0xff)
  const blocks: number[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.slice(at, at + 255)
    blocks.push(part.length, ...part)
  }
  return Uint8Array.from(blocks)
}
