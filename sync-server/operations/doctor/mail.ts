import nodemailer from 'nodemailer'
import { replyOf } from '#server/email/mailer.ts'
import type { Env } from '#server/env.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const TIMEOUT_MS = 8000

/** Connects, encrypts as configured and signs in. It sends nothing. */
export async function checkMail({
  SMTP_URL: url,
  NODE_ENV,
  isPaymentSandbox,
}: Pick<Env, 'SMTP_URL' | 'NODE_ENV' | 'isPaymentSandbox'>): Promise<Finding[]> {
  if (!url) {
    const text = 'Mails are written to files in DATA_DIR/mail, and reach no inbox.'
    const isDeployed = NODE_ENV === 'production' || !isPaymentSandbox
    return [isDeployed ? problem(text, 'Set SMTP_URL and MAIL_FROM.') : ok(text)]
  }
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = nodemailer.createTransport({ url, ...timeouts })
  try {
    await transport.verify()
    const { protocol, hostname, username } = new URL(url)
    const isLocal = /^(localhost|127\.|\[::1\])/.test(hostname)
    if (!isLocal && username === '') {
      return [
        warning(
          'The mail server accepts mails without a password.',
          'Use an account of the mail server: smtps://user:password@host.',
        ),
      ]
    }
    return [ok(`The mail server accepts the connection${protocol === 'smtps:' ? ', encrypted' : ''}.`)]
  } catch (error) {
    const { code = 'error' } = replyOf(error)
    return [problem(`The mail server refuses the connection (${code}).`, remedyOf(code))]
  } finally {
    transport.close()
  }
}

function remedyOf(code: string): string {
  if (code.startsWith('EAUTH')) return 'Correct the user and the password in SMTP_URL; special characters are percent-encoded.'
  if (/^E(TLS|SOCKET)/.test(code))
    return 'Check the host, the port and the scheme of SMTP_URL: smtp:// is usual on port 587, smtps:// on 465.'
  return 'Check the host and the port in SMTP_URL, and that no firewall blocks them.'
}
