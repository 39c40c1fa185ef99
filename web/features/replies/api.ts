import { type GiveMailedReply, MailedReply, Reply } from '#shared/replies/contract.ts'
import { post } from '#web/net/api.ts'

// Each throws HttpProblem when the server rejects the request, and Unreachable when the server does not answer.

export const previewReply = (token: string) => post('/api/replies/look', { token }, MailedReply)
export const giveMailedReply = (reply: GiveMailedReply) => post('/api/replies/give', reply, Reply)
