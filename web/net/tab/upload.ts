import * as v from 'valibot'
import { ProblemBody } from '#shared/problem-body.ts'
import { Uploaded, type UploadOutcome, type UploadPath, uploadFields } from '#shared/uploads/contract.ts'
import { announceLostSession } from '#web/net/session-lost.ts'
import { shownHeaders } from '#web/net/shown-principal.ts'

export type UploadOptions = {
  /** The fraction that has been sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Uploads a picture to one of the three paths. Never throws: the outcome is the result.
 *
 * Uses XMLHttpRequest, because `fetch` does not report upload progress.
 */
export const uploadPicture =
  (path: UploadPath) =>
  (file: File, { onProgress, signal }: UploadOptions): Promise<UploadOutcome> =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest()
      const form = new FormData()
      form.append(uploadFields[path], file)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(outcomeOf(request.status, request.responseText))
      request.onerror = () => resolve({ refusal: 'failed' })
      request.onabort = () => resolve({ refusal: 'cancelled' })
      signal.addEventListener('abort', () => request.abort())
      request.open('POST', path)
      for (const [name, value] of Object.entries(shownHeaders())) request.setRequestHeader(name, value)
      request.send(form)
    })

/** @param text  the body from our server, or from an intermediary that does not send JSON */
export function outcomeOf(status: number, text: string): UploadOutcome {
  const body = readJson(text)
  const uploaded = v.safeParse(Uploaded, body)
  if (status === 200 && uploaded.success) return { url: uploaded.output.url }
  const problem = v.safeParse(ProblemBody, body)
  if (status === 413) return { refusal: 'too-large' }
  if (!problem.success) return { refusal: 'failed' }
  const { code, message } = problem.output
  void announceLostSession({ status, message, code })
  // A lost session shows its own message and leads to the sign-in.
  if (code === 'session-lost' || code === 'session-ended') return { refusal: 'cancelled' }
  if (code === 'uploads.not-an-image') return { refusal: 'not-an-image' }
  // A server fault has no message that helps the user; a refusal has.
  return status < 500 ? { refusal: 'failed', message } : { refusal: 'failed' }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
