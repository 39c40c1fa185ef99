import encodeQR from 'qr'
import sharp from 'sharp'

/** A photo of a QR code: on grey, turned a little, and compressed. */
export async function photoOfCode(text: string): Promise<Buffer> {
  const data = encodeQR(text, 'raw', { border: 4 })
  const size = data.length
  const pixels = Buffer.from(data.flatMap((row) => row.map((isDark) => (isDark ? 20 : 235))))
  const code = sharp(pixels, { raw: { width: size, height: size, channels: 1 } }).resize(size * 8, size * 8, {
    kernel: 'nearest',
  })
  const turned = await code.rotate(7, { background: '#bbb' }).toColourspace('srgb').jpeg({ quality: 70 }).toBuffer()
  return sharp({ create: { width: 1800, height: 1400, channels: 3, background: '#bbb' } })
    .composite([{ input: turned, left: 500, top: 300 }])
    .png()
    .toBuffer()
}
