import { mkdir, rename, writeFile } from 'node:fs/promises'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import type { QueuedMail } from './queries.ts'

/** Hands a mail over for good, or throws: see `isFinal` and `isOfThisMail` for what that means. */
export type Mailer = {
  send: (mail: QueuedMail) => Promise<void>
  /** Whether the mail server takes a connection and our password now. */
  isReachable: () => Promise<boolean>
  close: () => void
}

type MailEnv = { SMTP_URL?: string | undefined; MAIL_FROM: string; DATA_DIR: string }

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Letters are text of ours: nothing in them may make the server read a file or fetch an address. */
const NO_FETCHING = { disableFileAccess: true, disableUrlAccess: true }

export const createMailer = (env: MailEnv): Mailer => (env.SMTP_URL ? smtpMailer(env.SMTP_URL, env) : fileMailer(env))

function smtpMailer(url: string, env: MailEnv): Mailer {
  const transport = nodemailer.createTransport({ url, pool: true, maxConnections: 3, ...TIMEOUTS, ...NO_FETCHING })
  return {
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

/** Without a mail server each message becomes a file, whole or not at all, that any mail program opens. */
function fileMailer(env: MailEnv): Mailer {
  const folder = `${env.DATA_DIR}/mail`
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...NO_FETCHING })
  return {
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

function messageOf(mail: QueuedMail, from: string): SendMailOptions {
  return {
    from,
    // As an object it is one address, whatever stands in it; as text it would be read as a list.
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    ...(mail.calendar && { icalEvent: { method: methodOf(mail.calendar), filename: 'call.ics', content: mail.calendar } }),
    date: mail.createdAt,
    // The same at every try: a second copy, after a crash between sending and noting it, is told apart as one.
    messageId: `<${mail.id}@${/@([^>\s]+)/.exec(from)?.[1] ?? 'latchkey.example'}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** Said beside the file too, because that is where mail programs look first. */
const methodOf = (calendar: string) => (/^METHOD:CANCEL\r?$/m.test(calendar) ? 'cancel' : 'request')

/** 5xx to this very message is the receiver's last word; a refused password of ours is not about the message. */
export function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

/**
 * Whether the server refused this mail for now, so that others may go through: it answered the recipient or the message, and
 * not the connection. An error without a number is of neither: a recipient whom the server checks for too long looks like a
 * server that is down.
 */
export function isOfThisMail(error: unknown): boolean {
  const { responseCode, command, code } = error as { responseCode?: unknown; command?: unknown; code?: unknown }
  if (typeof responseCode !== 'number' || code === 'EAUTH') return false
  return responseCode !== 421 || command === 'RCPT TO' || command === 'DATA'
}
