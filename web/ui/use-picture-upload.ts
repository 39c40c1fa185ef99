import { useEffect, useRef, useState } from 'react'
import { MAX_UPLOAD_BYTES, PICTURE_TYPES, type UploadOutcome } from '#shared/uploads/contract.ts'
import { type Toast, toast } from './toast.ts'

type Refusal = 'too-large' | 'not-an-image' | 'failed'
export type UploadTexts = Record<Refusal, Toast> & { done?: Toast }

type Send = (file: File, options: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<UploadOutcome>

export type PictureState =
  | { kind: 'idle' }
  /** `preview` is an object URL of this page. */
  | { kind: 'sending'; preview: string; share: number }
  /** `file` is set if a retry may help. */
  | { kind: 'refused'; sentence: string; file?: File }

/** The types that the server decodes, by name: an SVG is an image file, and is refused all the same. */
export const PICTURE_FORMATS = 'PNG, JPG, GIF and WebP'

/** The sentences of the specification's error catalogue. */
export const UPLOAD_TEXTS: UploadTexts = {
  'too-large': { title: 'File too large', description: 'Please select an image smaller than 5MB' },
  'not-an-image': { title: 'Invalid file type', description: 'Please select an image file' },
  failed: { title: 'Upload failed', description: 'Failed to upload image. Please try again.' },
  done: { title: 'Upload successful' },
}

type Props = {
  send: Send
  onUploaded: (url: string) => void
  /** Receives a picture that cannot be uploaded now, instead of the network. */
  onKept?: (file: File) => void
  texts?: UploadTexts
}

/**
 * Uploads one picture at a time and reports the result: in a toast, and in `state` as long as it is relevant. A file that cannot
 * be a picture is refused before anything is sent. Leaving the page cancels.
 */
export function usePictureUpload({ send, onUploaded, onKept, texts = UPLOAD_TEXTS }: Props) {
  const [state, setState] = useState<PictureState>({ kind: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const refuse = (refusal: Refusal, file?: File, message?: string) => {
    const text = message === undefined ? texts[refusal] : { ...texts[refusal], description: message }
    toast({ ...text, variant: 'destructive' })
    const specified = [text.title, text.description].filter(Boolean).join(': ')
    const sentence = refusal === 'not-an-image' ? `${specified}. ${PICTURE_FORMATS} work here.` : specified
    setState({ kind: 'refused', sentence, ...(file && { file }) })
    return false
  }

  /** Resolves with whether the picture was uploaded. */
  const choose = async (file: File): Promise<boolean> => {
    running.current?.abort()
    const known: readonly string[] = PICTURE_TYPES
    // A system without a type for the file leaves it empty; the server checks the bytes in any case.
    if (file.type !== '' && !known.includes(file.type)) return refuse('not-an-image')
    if (file.size > MAX_UPLOAD_BYTES) return refuse('too-large')
    if (onKept) {
      setState({ kind: 'idle' })
      onKept(file)
      return false
    }
    const own = new AbortController()
    running.current = own
    const preview = URL.createObjectURL(file)
    const show = (share: number) => running.current === own && setState({ kind: 'sending', preview, share })
    show(0)
    const outcome = await send(file, { onProgress: show, signal: own.signal })
    URL.revokeObjectURL(preview)
    // Cancelled, or another file was selected since: that one determines the state now.
    if (running.current !== own || own.signal.aborted) return false
    running.current = undefined
    if ('url' in outcome) {
      setState({ kind: 'idle' })
      if (texts.done) toast(texts.done)
      onUploaded(outcome.url)
      return true
    }
    if (outcome.refusal === 'failed') return refuse('failed', file, outcome.message)
    if (outcome.refusal !== 'cancelled') return refuse(outcome.refusal)
    setState({ kind: 'idle' })
    return false
  }

  const cancel = () => {
    running.current?.abort()
    running.current = undefined
    setState({ kind: 'idle' })
  }

  return { state, choose, cancel, isSending: state.kind === 'sending' }
}

export type PictureUpload = ReturnType<typeof usePictureUpload>
