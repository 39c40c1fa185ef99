import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { UploadOutcome } from '#shared/uploads/contract.ts'
import { PictureField } from './picture-field.tsx'
import { currentToast } from './toast.ts'
import { usePictureUpload } from './use-picture-upload.ts'

afterEach(cleanup)

type Sending = { file: File; progress: (share: number) => void; signal: AbortSignal; end: (outcome: UploadOutcome) => void }

/** A form with one picture, and a controlled network. */
function open({ waitsBecause }: { waitsBecause?: string } = {}) {
  const sent: Sending[] = []
  function Form() {
    const [value, setValue] = useState<string | null>(null)
    const upload = usePictureUpload({
      send: (file, { onProgress, signal }) => new Promise((end) => void sent.push({ file, progress: onProgress, signal, end })),
      onUploaded: setValue,
    })
    return (
      <PictureField
        label="Profile photo"
        value={value}
        upload={upload}
        onRemove={() => setValue(null)}
        waitsBecause={waitsBecause}
      />
    )
  }
  const { container } = render(<Form />)
  const input = screen.getByLabelText(/Profile photo/, { selector: 'input' }) as HTMLInputElement
  const choose = (file: File) => fireEvent.change(input, { target: { files: [file] } })
  return { sent, choose, input, picture: () => container.querySelector('img')?.getAttribute('src') }
}

const photo = new File(['x'], 'ada.png', { type: 'image/png' })
const lastToast = () => [currentToast.get()?.title, currentToast.get()?.description]

test('a picture is shown immediately, then its progress, and stays when it is uploaded', async () => {
  const form = open()
  form.choose(photo)
  expect(form.picture()).toMatch(/^blob:/)
  form.sent[0]?.progress(0.43)
  await screen.findByText('43 %')
  form.sent[0]?.end({ url: '/uploads/a.webp' })
  await waitFor(() => expect(form.picture()).toBe('/uploads/a.webp'))
  expect(lastToast()).toEqual(['Upload successful', undefined])
  fireEvent.click(screen.getByRole('button', { name: 'Remove profile photo' }))
  expect(form.picture()).toBeUndefined()
})

test.each<[string, File, string[]]>([
  ['a text', new File(['x'], 'a.txt', { type: 'text/plain' }), ['Invalid file type', 'Please select an image file']],
  ['an SVG', new File(['x'], 'a.svg', { type: 'image/svg+xml' }), ['Invalid file type', 'Please select an image file']],
  [
    'more than 5 MB',
    new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
    ['File too large', 'Please select an image smaller than 5MB'],
  ],
])('%s is refused before anything is sent', async (_, file, texts) => {
  const form = open()
  form.choose(file)
  await waitFor(() => expect(lastToast()).toEqual(texts))
  const formats = texts[0] === 'Invalid file type' ? '. PNG, JPG, GIF and WebP work here.' : ''
  expect(screen.getByRole('alert').textContent).toBe(texts.join(': ') + formats)
  expect(form.sent).toHaveLength(0)
})

test.each<[UploadOutcome, string[]]>([
  [{ refusal: 'failed' }, ['Upload failed', 'Failed to upload image. Please try again.']],
  [{ refusal: 'failed', message: 'Too many tries.' }, ['Upload failed', 'Too many tries.']],
])('an upload that ends as %j can be retried without selecting the file again', async (outcome, texts) => {
  const form = open()
  form.choose(photo)
  form.sent[0]?.end(outcome)
  await waitFor(() => expect(lastToast()).toEqual(texts))
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(form.sent[1]?.file).toBe(photo)
})

test('an upload that is cancelled from outside leaves the field ready for another', async () => {
  const form = open()
  form.choose(photo)
  expect(form.picture()).toMatch(/^blob:/)
  form.sent[0]?.end({ refusal: 'cancelled' })
  await waitFor(() => expect(form.picture()).toBeUndefined())
})

test('after a cancellation or a new selection, the first upload has no further effect', async () => {
  const form = open()
  form.choose(photo)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the upload' }))
  form.choose(photo)
  expect(form.sent[0]?.signal.aborted).toBe(true)
  form.choose(new File(['y'], 'other.png', { type: 'image/png' }))
  form.sent[1]?.end({ url: '/uploads/first.webp' })
  form.sent[2]?.end({ url: '/uploads/second.webp' })
  await waitFor(() => expect(form.picture()).toBe('/uploads/second.webp'))
})

test('when uploads are impossible, the field shows the reason', () => {
  const form = open({ waitsBecause: 'A picture needs a connection.' })
  expect(form.input.disabled).toBe(true)
  expect(screen.getByText('A picture needs a connection.')).toBeTruthy()
})
