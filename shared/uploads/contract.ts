import * as v from 'valibot'

/** What a person may send; what is kept of it is ours and much smaller. */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024

/** What a file chooser offers. The server decodes the bytes and believes no name. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

/** The three calls, with the one field that each of them reads. They are one pipeline. */
export const uploadFields = {
  '/api/upload/logo': 'logo',
  '/api/upload/vc-logo': 'logo',
  '/api/upload-image': 'image',
} as const
export type UploadPath = keyof typeof uploadFields

/** Both keys of the specification, with one address: the larger of the two sizes. */
export const Uploaded = v.object({ fileUrl: v.string(), url: v.string() })
export type Uploaded = v.InferOutput<typeof Uploaded>

/** How an upload ended, for whoever tells the person. `message` is there when the server says more than its kind. */
export type UploadOutcome =
  | { url: string }
  | { refusal: 'too-large' | 'not-an-image' | 'cancelled' }
  | { refusal: 'failed'; message?: string }
