import { Elysia } from 'elysia'
import { GiveMailedReply, MailedReply, Reply, ReplyToken } from '#shared/replies/contract.ts'
import { giveMailedReply, previewLink, type ReplyDeps } from './service.ts'

/** Replies by mailed links. A link is opened with `look`, so that a mail scanner that follows it gives no reply. */
export const replyRoutes = (deps: ReplyDeps) =>
  new Elysia({ name: 'replies', prefix: '/api/replies' })
    .post('/look', ({ body }) => previewLink(deps, body.token), { body: ReplyToken, response: MailedReply })
    .post('/give', ({ body }) => giveMailedReply(deps, body), { body: GiveMailedReply, response: Reply })
