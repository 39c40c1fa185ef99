import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

type DkimEnv = {
  DKIM_DOMAIN?: string | undefined
  DKIM_SELECTOR?: string | undefined
  DKIM_PRIVATE_KEY?: string | undefined
  DKIM_PRIVATE_KEY_FILE?: string | undefined
}

export type Dkim = { domainName: string; keySelector: string; privateKey: string; headerFieldNames: string }

/**
 * The fields that are signed where a mail has them. Mail programs offer one click to unsubscribe only when both fields of it are
 * signed. @see RFC 8058, section 4
 */
const SIGNED = [
  ...['From', 'Sender', 'Reply-To', 'To', 'Cc', 'Subject', 'Date', 'Message-ID', 'In-Reply-To', 'References'],
  ...['MIME-Version', 'Content-Type', 'Content-Transfer-Encoding', 'Auto-Submitted', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':')

/** In an environment file a key is one line, with `\\n` in the place of its ends of lines. */
const pemOf = (key: string) => key.replaceAll('\\n', '\n')

export function isRsaKey(key: string): boolean {
  try {
    return createPrivateKey(pemOf(key)).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/**
 * How mails are signed; undefined where this server does not sign. The key is checked here: with a broken one
 * nodemailer would send without a signature.
 *
 * @throws Error for the operator, when the file cannot be used
 */
export function readDkim(env: DkimEnv): Dkim | undefined {
  const { DKIM_DOMAIN: domainName, DKIM_SELECTOR: keySelector, DKIM_PRIVATE_KEY_FILE: file } = env
  const key = env.DKIM_PRIVATE_KEY ?? (file === undefined ? undefined : readFileSync(file, 'utf8'))
  if (!domainName || !keySelector || key === undefined) return undefined
  if (!isRsaKey(key)) throw new Error('DKIM_PRIVATE_KEY_FILE: must be an RSA private key in PEM')
  return { domainName, keySelector, privateKey: pemOf(key), headerFieldNames: SIGNED }
}

/** The key as the TXT record has it in `p=`. */
export const publicKeyOf = ({ privateKey }: Pick<Dkim, 'privateKey'>): string =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
