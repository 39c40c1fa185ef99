import { useEffect } from 'react'
import { uploadPicture } from '#web/net/tab/upload.ts'
import { PictureField } from '#web/ui/picture-field.tsx'
import { type PictureUpload, usePictureUpload } from '#web/ui/use-picture-upload.ts'

const send = uploadPicture('/api/upload/vc-logo')

type UploadProps = {
  /** A picture that was chosen while it could not be uploaded. */
  kept: Blob | undefined
  canSend: boolean
  onUploaded: (url: string) => void
  onKeep: (photo: Blob) => void
}

/**
 * The upload of the portrait. A picture chosen without an account or a connection is stored on the device, and uploaded once both
 * exist.
 */
export function usePhotoUpload({ kept, canSend, onUploaded, onKeep }: UploadProps) {
  const upload = usePictureUpload({ send, onUploaded, ...(!canSend && { onKept: onKeep }) })
  /** Resolves with whether no stored picture is left. */
  const sendKept = async () => !kept || (await upload.choose(new File([kept], 'photo', { type: kept.type })))
  useEffect(() => {
    if (canSend) void sendKept()
  }, [canSend])
  return { ...upload, sendKept }
}

type Props = {
  url: string
  /** The stored picture as an object URL of this page. */
  preview: string | undefined
  upload: PictureUpload
  /** Why the upload is deferred. */
  waitsBecause: string | undefined
  onRemove: () => void
}

/** The portrait of the card. */
export function PhotoField({ url, preview, upload, waitsBecause, onRemove }: Props) {
  const remove = () => {
    upload.cancel()
    onRemove()
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
