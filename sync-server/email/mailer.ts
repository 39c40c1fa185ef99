import { mkdir, rename, writeFile } from 'node:fs/promises'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { calendarFileName } from '#shared/bookings/calendar-file-name.ts'
import { type Dkim, readDkim } from './dkim.ts'
import type { QueuedMail } from './queries.ts'

/** `unsubscribeUrl`: set for a mail that its reader can switch off with one click, without a session. */
export type OutgoingMail = Omit<QueuedMail, 'unsubscribeUrl'> & { unsubscribeUrl?: string | null | undefined }

/** Sends a mail, or throws. `isFinal` and `isOfThisMail` classify the error. */
export type Mailer = {
  /** The mail server's name, for the log. */
  host: string
  send: (mail: OutgoingMail) => Promise<void>
  /** Whether the mail server accepts a connection and the configured password. */
  isReachable: () => Promise<boolean>
  close: () => void
}

type MailEnv = Parameters<typeof readDkim>[0] & { SMTP_URL?: string | undefined; MAIL_FROM: string; DATA_DIR: string }

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Messages contain only text that this server wrote: nothing in them may make the server read a file or fetch an address. */
const NO_FETCHING = { disableFileAccess: true, disableUrlAccess: true }

/** @throws Error for the operator, when the DKIM key cannot be read */
export function createMailer(env: MailEnv): Mailer {
  const signing = signingOf(readDkim(env))
  return env.SMTP_URL ? smtpMailer(env.SMTP_URL, env, signing) : fileMailer(env, signing)
}

const signingOf = (dkim: Dkim | undefined) => (dkim ? { dkim } : {})

function smtpMailer(url: string, env: MailEnv, signing: ReturnType<typeof signingOf>): Mailer {
  const transport = nodemailer.createTransport({ url, pool: true, maxConnections: 3, ...TIMEOUTS, ...NO_FETCHING, ...signing })
  return {
    host: new URL(url).hostname,
    send: async (mail) => {
      await transport.sendMail(messageOf(mail, env.MAIL_FROM))
    },
    isReachable: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
    close: () => transport.close(),
  }
}

/** Without a mail server each message is written atomically to a file that any mail program opens. */
function fileMailer(env: MailEnv, signing: ReturnType<typeof signingOf>): Mailer {
  const folder = `${env.DATA_DIR}/mail`
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...NO_FETCHING,
    ...signing,
  })
  return {
    host: 'file',
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, env.MAIL_FROM))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = `${folder}/${mail.id}.eml`
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    isReachable: async () => true,
    close: () => transport.close(),
  }
}

function messageOf(mail: OutgoingMail, from: string): SendMailOptions {
  return {
    from,
    // As an object it is always one address; as a string it would be parsed as a list.
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    ...(mail.calendar && {
      icalEvent: { method: methodOf(mail.calendar), filename: fileNameOf(mail.calendar), content: mail.calendar },
    }),
    ...(mail.attachment && {
      attachments: [{ filename: mail.attachment.name, content: mail.attachment.html, contentType: 'text/html; charset=utf-8' }],
    }),
    date: mail.createdAt,
    // The same at every attempt, so that a duplicate, after a crash between sending and recording it, is recognised as one.
    messageId: `<${mail.id}@${/@([^>\s]+)/.exec(from)?.[1] ?? 'latchkey.example'}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(mail.unsubscribeUrl && unsubscribeHeaders(mail.unsubscribeUrl)),
    },
  }
}

/** A mail program posts to the address when its user unsubscribes. @see RFC 8058, section 3.1 */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Also set on the MIME part, because mail programs read the method there first. */
const methodOf = (calendar: string) => (/^METHOD:CANCEL\r?$/m.test(calendar) ? 'cancel' : 'request')

/** The name that the file has in the app. */
function fileNameOf(calendar: string): string {
  const unfolded = calendar.replace(/\r?\n[ \t]/g, '')
  const [, year, month, day] = /^DTSTART:(\d{4})(\d\d)(\d\d)T/m.exec(unfolded) ?? []
  const name = /^SUMMARY:Call with (.*?)\r?$/m.exec(unfolded)?.[1] ?? ''
  return year
    ? calendarFileName({ start: `${year}-${month}-${day}`, counterpart: { name: name.replace(/\\(.)/g, '$1') } })
    : 'call.ics'
}

/** A 5xx reply to this message is final. A rejected password of this server does not concern the message. */
export function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

/** Codes that mean the mailbox: it is unknown, moved or disabled, or its domain takes no mail. @see RFC 3463, RFC 7505 */
const MAILBOX_CODES = /^5\.(1\.(1|2|3|6|10)|2\.1)$/

export const meansMailbox = (status: string): boolean => MAILBOX_CODES.test(status)

/** The enhanced status code in a reply such as `550 5.1.1 No such user`. @see RFC 2034 */
export const statusIn = (reply: string): string | undefined => /^\s*\d{3}[ -]\s*([245]\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1]

/**
 * Whether a final reply means the mailbox. A reply without such a code may concern the content, a policy or the reputation of this
 * server.
 */
export function isMailboxGone(error: unknown): boolean {
  const { response } = error as { response?: unknown }
  return isFinal(error) && typeof response === 'string' && meansMailbox(statusIn(response) ?? '')
}

/**
 * Whether the server rejected only this mail temporarily, so that others may still be sent: it replied to the recipient or the
 * message, and not to the connection. An error without a reply code is not classified as such: a server that takes too long to
 * check a recipient looks like a server that is down.
 */
export function isOfThisMail(error: unknown): boolean {
  const { responseCode, command, code } = error as { responseCode?: unknown; command?: unknown; code?: unknown }
  if (typeof responseCode !== 'number' || code === 'EAUTH') return false
  return responseCode !== 421 || command === 'RCPT TO' || command === 'DATA'
}

/** A server quotes the recipient in its reply, and log lines contain no address. */
const ADDRESS = /<?[^\s<>]+@[^\s<>]+>?/g
const MAX_REASON = 200

/** A sentence of a server or an error, for readers who must not see the addresses in it. */
export const withoutAddresses = (text: string) => text.replace(ADDRESS, '[address]').slice(0, MAX_REASON)

/** What a log line says about a delivery that failed: the kind of error, and the server's reply without addresses. */
export function replyOf(error: unknown): { code?: string; reason: string } {
  const { code, responseCode, response } = error as Record<'code' | 'responseCode' | 'response', unknown>
  const text = typeof response === 'string' ? response : error instanceof Error ? error.message : typeof error
  return {
    ...(typeof code === 'string' && { code: typeof responseCode === 'number' ? `${code} ${responseCode}` : code }),
    reason: withoutAddresses(text),
  }
}
