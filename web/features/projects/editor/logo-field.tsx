import { useState } from 'react'
import { logoAddress } from '#shared/projects/normalise.ts'
import { uploadPicture } from '#web/net/tab/upload.ts'
import { PictureField } from '#web/ui/picture-field.tsx'
import { UPLOAD_TEXTS, type UploadTexts, usePictureUpload } from '#web/ui/use-picture-upload.ts'
import { AddressField, type FormPart } from './draft-field.tsx'

/** The specification defines separate messages for a project's logo. */
const texts: UploadTexts = {
  ...UPLOAD_TEXTS,
  'too-large': { title: 'File too large', description: 'File size must be less than 5MB' },
  'not-an-image': { title: 'Invalid file type', description: 'Please upload an image file (PNG, JPG, GIF, etc.)' },
  failed: { title: 'Upload failed', description: 'Upload failed. Please try again.' },
}

const ways = [
  ['upload', 'Upload'],
  ['url', 'URL'],
] as const
type Way = (typeof ways)[number][0]

/** A logo is uploaded as a file, or given as a URL. */
export function LogoField({ form, faults, isOnline }: FormPart & { isOnline: boolean }) {
  const { logoUrl } = form.texts
  const [way, setWay] = useState<Way>(logoUrl && !logoUrl.startsWith('/') ? 'url' : 'upload')
  const saveUrl = (address: string) => {
    form.write('logoUrl', address)
    void form.save()
  }
  const upload = usePictureUpload({ send: uploadPicture('/api/upload-image'), onUploaded: saveUrl, texts })
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Logo</legend>
      <div className="flex items-center justify-between gap-4 border-b border-rule pb-3">
        <span aria-hidden="true" className="text-sm font-medium">
          Logo
        </span>
        <div className="inline-flex rounded-field border border-edge">
          {ways.map(([value, label]) => (
            <label
              key={value}
              className="grid min-h-11 min-w-20 cursor-pointer place-items-center px-4 text-sm has-checked:bg-ink has-checked:text-sheet has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
            >
              <input type="radio" name="logo-way" className="sr-only" checked={way === value} onChange={() => setWay(value)} />
              {label}
            </label>
          ))}
        </div>
      </div>
      {way === 'upload' ? (
        <PictureField
          label="Logo file"
          value={logoAddress(logoUrl) ?? null}
          upload={upload}
          onRemove={() => saveUrl('')}
          {...(!isOnline && { waitsBecause: 'Uploading a file needs a connection. You can enter an image URL instead.' })}
        />
      ) : (
        <AddressField
          form={form}
          faults={faults}
          name="logoUrl"
          label="Logo URL"
          hint="A picture on the web, beginning with https://."
        />
      )}
    </fieldset>
  )
}
