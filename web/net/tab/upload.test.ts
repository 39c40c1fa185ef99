import { expect, test } from 'vitest'
import type { UploadOutcome } from '#shared/uploads/contract.ts'
import { outcomeOf } from './upload.ts'

const problem = (code: string, message: string) => JSON.stringify({ code, message })

test.each<[number, string, UploadOutcome]>([
  [200, JSON.stringify({ url: '/uploads/a.webp', fileUrl: '/uploads/a.webp' }), { url: '/uploads/a.webp' }],
  [413, problem('uploads.too-large', 'Too large'), { refusal: 'too-large' }],
  // A proxy with a smaller limit answers with its own page.
  [413, '<html>', { refusal: 'too-large' }],
  [422, problem('uploads.not-an-image', 'No image'), { refusal: 'not-an-image' }],
  [409, problem('uploads.full', 'Full'), { refusal: 'failed', message: 'Full' }],
  // The lost session shows its own message; another toast would replace it.
  [401, problem('session-lost', 'Unauthorized'), { refusal: 'cancelled' }],
  [401, problem('session-ended', 'Unauthorized: this browser was signed out.'), { refusal: 'cancelled' }],
  [500, problem('internal', 'Something went wrong.'), { refusal: 'failed' }],
  [200, '<html>a portal</html>', { refusal: 'failed' }],
])('%d %s ends as %j', (status, text, outcome) => {
  expect(outcomeOf(status, text)).toEqual(outcome)
})
