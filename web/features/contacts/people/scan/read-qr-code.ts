import { BarcodeDetector as FallbackDetector } from 'qr/decode.js'

/** The part of the platform's detector that is used; TypeScript's library has no type for it. */
type Detector = { detect: (image: ImageBitmap) => Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats?: () => Promise<string[]> }

/** A code on a badge fills a part of a photo. More pixels take longer and find no more. */
const MAX_SIDE = 1600

/**
 * The content of the QR code in a picture, decoded on this device; `undefined` if there is none.
 *
 * @throws DOMException for a file that is no picture
 */
export async function readQrCode(picture: Blob): Promise<string | undefined> {
  const whole = await createImageBitmap(picture)
  const scale = Math.min(1, MAX_SIDE / Math.max(whole.width, whole.height))
  const size = { resizeWidth: Math.round(whole.width * scale), resizeHeight: Math.round(whole.height * scale) }
  const image = scale < 1 ? await createImageBitmap(picture, { ...size, resizeQuality: 'high' }) : whole
  const found = await (await platformDetector())?.detect(image).catch(() => [])
  if (found?.[0]) return found[0].rawValue
  const [code] = await new FallbackDetector({ formats: ['qr_code'] }).detect(image)
  return code?.rawValue
}

/** The platform's own detector, where it reads QR codes: it is faster and reads worse pictures. */
async function platformDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = (await BarcodeDetector?.getSupportedFormats?.().catch(() => [])) ?? []
  return BarcodeDetector && formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined
}
