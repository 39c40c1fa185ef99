import type { VcId } from '#shared/ids.ts'
import {
  type AskForProfile,
  MailedRequest,
  ProfileAsked,
  type RequestKind,
  RequestOutcome,
} from '#shared/profile-requests/contract.ts'
import { post } from '#web/net/api.ts'

// Each throws HttpProblem when the server rejects the request, and Unreachable when the server does not answer.

export const askForProfile = (id: VcId, kind: RequestKind, request: AskForProfile = {}) =>
  post(`/api/listings/${encodeURIComponent(id)}/${kind}`, request, ProfileAsked)
export const previewLink = (token: string) => post('/api/profile-requests/look', { token }, MailedRequest)
export const confirmLink = (token: string) => post('/api/profile-requests/confirm', { token }, RequestOutcome)
