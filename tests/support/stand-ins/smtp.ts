import { atEnd } from '#tests/support/database/at-end.ts'
import { openSmtp, type SmtpOptions, type TestSmtp } from './smtp-server.ts'

/** A mail server that stops at the end of the test or of the file's tests. */
export async function startSmtp(options: SmtpOptions = {}): Promise<TestSmtp> {
  const smtp = await openSmtp(options)
  atEnd(smtp.stop)
  return smtp
}
