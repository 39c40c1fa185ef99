import { useEffect } from 'react'
import { uploadPicture } from '#web/net/tab/upload.ts'
import { PictureField } from '#web/ui/picture-field.tsx'
import { usePictureUpload } from '#web/ui/use-picture-upload.ts'

type Props = {
  url: string
  /** A picture that was chosen while it could not be sent. */
  kept: Blob | undefined
  /** The same, as an address of this page's own memory. */
  preview: string | undefined
  canSend: boolean
  /** Why it is kept on the device for now. */
  waitsBecause: string | undefined
  onUploaded: (url: string) => void
  onKeep: (photo: Blob | undefined) => void
  onSending: (isSending: boolean) => void
}

const send = uploadPicture('/api/upload/vc-logo')

/** The portrait of the card. Chosen without an account or a connection it stays on the device, and is sent once both are there. */
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
