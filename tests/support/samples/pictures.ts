import sharp from 'sharp'
import type { UploadPath } from '#shared/uploads/contract.ts'
import type { Client } from '#tests/support/client.ts'

type Format = 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff' | 'avif'

/** A picture as a camera or a drawing program writes it. */
export async function picture(format: Format = 'png', { width = 64, height = 48 } = {}) {
  const blank = sharp({ create: { width, height, channels: 3, background: '#8a6d3b' }, limitInputPixels: false })
  return blank[format]().toBuffer()
}

/** Sends bytes as a browser's form does. */
export async function upload(
  client: Client,
  bytes: Uint8Array | string,
  { path = '/api/upload/vc-logo', field = 'logo', name = 'photo.png' }: { path?: UploadPath; field?: string; name?: string } = {},
) {
  const form = new FormData()
  form.append(field, new File([bytes as BlobPart], name))
  const response = await client.send(path, { method: 'POST', body: form })
  const body = (await response.json()) as { url?: string; fileUrl?: string; code?: string; message?: string }
  return { status: response.status, body }
}
