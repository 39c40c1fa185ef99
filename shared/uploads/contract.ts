import * as v from 'valibot'

/** Maximum size of an upload; the stored pictures are much smaller. */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024

/** The types that a file chooser offers. The server decodes the bytes and ignores the file name. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

/** The three upload calls, each with the one field that it reads. All use the same pipeline. */
export const uploadFields = {
  '/api/upload/logo': 'logo',
  '/api/upload/vc-logo': 'logo',
  '/api/upload-image': 'image',
} as const
export type UploadPath = keyof typeof uploadFields

/** Both keys of the specification, with the same address: the larger of the two sizes. */
export const Uploaded = v.object({ fileUrl: v.string(), url: v.string() })
export type Uploaded = v.InferOutput<typeof Uploaded>

/** The result of an upload, for the message to the user. `message` is set when the server sends a more specific one. */
export type UploadOutcome =
  | { url: string }
  | { refusal: 'too-large' | 'not-an-image' | 'cancelled' }
  | { refusal: 'failed'; message?: string }
