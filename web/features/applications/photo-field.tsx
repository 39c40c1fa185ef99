import { useEffect } from 'react'
import { uploadPicture } from '#web/net/tab/upload.ts'
import { PictureField } from '#web/ui/picture-field.tsx'
import { usePictureUpload } from '#web/ui/use-picture-upload.ts'

type Props = {
  url: string
  /** A picture that was chosen while it could not be uploaded. */
  kept: Blob | undefined
  /** The same picture as an object URL of this page. */
  preview: string | undefined
  canSend: boolean
  /** Why the upload is deferred. */
  waitsBecause: string | undefined
  onUploaded: (url: string) => void
  onKeep: (photo: Blob | undefined) => void
  onSending: (isSending: boolean) => void
}

const send = uploadPicture('/api/upload/vc-logo')

/**
 * The portrait of the card. A picture chosen without an account or a connection is stored on the device, and uploaded once both
 * exist.
 */
export function PhotoField({ url, kept, preview, canSend, waitsBecause, onUploaded, onKeep, onSending }: Props) {
  const upload = usePictureUpload({ send, onUploaded, ...(!canSend && { onKept: onKeep }) })
  const { choose, isSending } = upload

  useEffect(() => onSending(isSending), [isSending, onSending])
  useEffect(() => {
    if (canSend && kept) void choose(new File([kept], 'photo', { type: kept.type }))
  }, [canSend])

  const remove = () => {
    upload.cancel()
    onKeep(undefined)
    onUploaded('')
  }
  return (
    <PictureField
      label="Photo or logo"
      value={preview ?? (url || null)}
      upload={upload}
      onRemove={remove}
      hint={preview && waitsBecause ? waitsBecause : undefined}
    />
  )
}
