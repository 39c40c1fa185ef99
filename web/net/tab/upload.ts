import * as v from 'valibot'
import { ProblemBody } from '#shared/problem-body.ts'
import { Uploaded, type UploadOutcome, type UploadPath, uploadFields } from '#shared/uploads/contract.ts'
import { announceLostSession } from '#web/net/session-lost.ts'
import { shownHeaders } from '#web/net/shown-principal.ts'

export type UploadOptions = {
  /** The share that has left the device, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a picture by one of the three calls. It never throws: how it ended is the answer.
 *
 * XMLHttpRequest, because `fetch` says nothing of how much it has sent.
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

/** @param text  of a server of ours, or of something in between that speaks no JSON */
export function outcomeOf(status: number, text: string): UploadOutcome {
  const body = readJson(text)
  const uploaded = v.safeParse(Uploaded, body)
  if (status === 200 && uploaded.success) return { url: uploaded.output.url }
  const problem = v.safeParse(ProblemBody, body)
  if (status === 413) return { refusal: 'too-large' }
  if (!problem.success) return { refusal: 'failed' }
  const { code, message } = problem.output
  void announceLostSession({ status, message, code })
  // That has its own words, and leads to the sign-in.
  if (code === 'session-lost' || code === 'session-ended') return { refusal: 'cancelled' }
  if (code === 'uploads.not-an-image') return { refusal: 'not-an-image' }
  // A server in trouble has nothing to say that helps; a refusal does.
  return status < 500 ? { refusal: 'failed', message } : { refusal: 'failed' }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
